// Command imageservice changes images over HTTP: POST a PNG, JPEG or GIF to /blur, /edges, /gray, /threshold?at=100,
// /resize?width=320&height=200, /watermark or /histogram, and get a PNG, or numbers, back.
//
//	go run . -listen localhost:8080
//	curl --data-binary @photo.jpg 'localhost:8080/resize?width=320' > small.png
//
// With -live localhost:6060 it shows at that address, which should not be public, what its kernels do:
//
//	hotloop top localhost:6060/debug/hotloop/
package main

import (
	"flag"
	"log"
	"net/http"
	"time"

	"hotloop/live"
)

func main() {
	listen := flag.String("listen", "localhost:8080", "address to listen on")
	deadline := flag.Duration("deadline", 2*time.Second, "time that one request may take")
	watch := flag.String("live", "", "address at which to show what the kernels do, such as localhost:6060")
	flag.Parse()
	if *watch != "" {
		mux := http.NewServeMux()
		mux.Handle("/debug/hotloop/", live.Handler())
		s := &http.Server{Addr: *watch, Handler: mux, ReadHeaderTimeout: 5 * time.Second}
		go func() { log.Fatal(s.ListenAndServe()) }()
		log.Printf("the kernels are shown at http://%s/debug/hotloop/", *watch)
	}
	s := &http.Server{Addr: *listen, Handler: NewService(*deadline), ReadHeaderTimeout: 5 * time.Second}
	log.Printf("listening on %s", *listen)
	log.Fatal(s.ListenAndServe())
}
