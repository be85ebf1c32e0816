module example.com/some

go 1.24
