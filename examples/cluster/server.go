package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// embedded is a server in this process, for workers of this machine.
type embedded struct {
	server *server.Server
	url    string // with a token that only the workers of this process know
	dir    string
}

// embed starts a server with JetStream that listens on the loopback interface only, on a free port. Its messages and
// results are files in a temporary directory.
func embed() (e *embedded, err error) {
	e = &embedded{}
	if e.dir, err = os.MkdirTemp("", "cluster"); err != nil {
		return nil, err
	}
	token := rand.Text()
	e.server, err = server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: token, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: e.dir, JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 4 << 30,
	})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(e.dir))
	}
	go e.server.Start()
	if !e.server.ReadyForConnections(30 * time.Second) {
		return nil, errors.Join(errors.New("the embedded server does not start"), e.close())
	}
	e.url = fmt.Sprintf("nats://%s@%s", token, e.server.Addr())
	return e, nil
}

// close ends the server and removes its files.
func (e *embedded) close() error {
	e.server.Shutdown()
	e.server.WaitForShutdown()
	return os.RemoveAll(e.dir)
}
