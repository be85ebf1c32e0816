// Command imageservice changes images over HTTP: POST a PNG, JPEG or GIF to /blur, /edges, /gray, /threshold?at=100,
// /resize?width=320&height=200, /watermark or /histogram, and get a PNG, or numbers, back.
//
//	go run . -listen localhost:8080
//	curl --data-binary @photo.jpg 'localhost:8080/resize?width=320' > small.png
package main

import (
	"flag"
	"log"
	"net/http"
	"time"
)

func main() {
	listen := flag.String("listen", "localhost:8080", "address to listen on")
	deadline := flag.Duration("deadline", 2*time.Second, "time that one request may take")
	flag.Parse()
	s := &http.Server{Addr: *listen, Handler: NewService(*deadline), ReadHeaderTimeout: 5 * time.Second}
	log.Printf("listening on %s", *listen)
	log.Fatal(s.ListenAndServe())
}
