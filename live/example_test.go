package live_test

import (
	"log"
	"net/http"

	"hotloop/live"
)

// A service that shows its kernels on an address of the local machine only.
func ExampleHandler() {
	mux := http.NewServeMux()
	mux.Handle("/debug/hotloop/", live.Handler())
	go func() { log.Println(http.ListenAndServe("localhost:6060", mux)) }()
}
