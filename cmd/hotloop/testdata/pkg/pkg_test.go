package pkg

func inTest(x []int) {}
