package nests

// Stencils over steps of time.

// ADI diffuses heat over a plane by alternating directions: implicitly along columns, then along rows.
func ADI[T float32 | float64](steps, n int, u, v, p, q []T) {
	dx, dt := 1/T(n), 1/T(steps)
	mul1 := 2 * dt / (dx * dx)
	mul2 := dt / (dx * dx)
	a := -mul1 / 2
	b := 1 + mul1
	c := a
	d := -mul2 / 2
	e := 1 + mul2
	f := d
	for t := 1; t <= steps; t++ {
		for i := 1; i < n-1; i++ {
			v[i] = 1
			p[i*n] = 0
			q[i*n] = v[i]
			for j := 1; j < n-1; j++ {
				p[i*n+j] = -c / (a*p[i*n+j-1] + b)
				q[i*n+j] = (-d*u[j*n+i-1] + (1+2*d)*u[j*n+i] - f*u[j*n+i+1] - a*q[i*n+j-1]) / (a*p[i*n+j-1] + b)
			}
			v[(n-1)*n+i] = 1
			for j := n - 2; j >= 1; j-- {
				v[j*n+i] = p[i*n+j]*v[(j+1)*n+i] + q[i*n+j]
			}
		}
		for i := 1; i < n-1; i++ {
			u[i*n] = 1
			p[i*n] = 0
			q[i*n] = u[i*n]
			for j := 1; j < n-1; j++ {
				p[i*n+j] = -f / (d*p[i*n+j-1] + e)
				q[i*n+j] = (-a*v[(i-1)*n+j] + (1+2*a)*v[i*n+j] - c*v[(i+1)*n+j] - d*q[i*n+j-1]) / (d*p[i*n+j-1] + e)
			}
			u[i*n+n-1] = 1
			for j := n - 2; j >= 1; j-- {
				u[i*n+j] = p[i*n+j]*u[i*n+j+1] + q[i*n+j]
			}
		}
	}
}

// FDTD2D moves an electromagnetic wave over a plane of nx×ny; source has its value at the edge for each step.
func FDTD2D[T float32 | float64](steps, nx, ny int, ex, ey, hz, source []T) {
	for t := 0; t < steps; t++ {
		for j := 0; j < ny; j++ {
			ey[j] = source[t]
		}
		for i := 1; i < nx; i++ {
			for j := 0; j < ny; j++ {
				ey[i*ny+j] -= 0.5 * (hz[i*ny+j] - hz[(i-1)*ny+j])
			}
		}
		for i := 0; i < nx; i++ {
			for j := 1; j < ny; j++ {
				ex[i*ny+j] -= 0.5 * (hz[i*ny+j] - hz[i*ny+j-1])
			}
		}
		for i := 0; i < nx-1; i++ {
			for j := 0; j < ny-1; j++ {
				hz[i*ny+j] -= 0.7 * (ex[i*ny+j+1] - ex[i*ny+j] + ey[(i+1)*ny+j] - ey[i*ny+j])
			}
		}
	}
}

// Heat3D spreads heat in a cube of n³, from a to b and back.
func Heat3D[T float32 | float64](steps, n int, a, b []T) {
	for t := 1; t <= steps; t++ {
		for i := 1; i < n-1; i++ {
			for j := 1; j < n-1; j++ {
				for k := 1; k < n-1; k++ {
					b[(i*n+j)*n+k] = 0.125*(a[((i+1)*n+j)*n+k]-2*a[(i*n+j)*n+k]+a[((i-1)*n+j)*n+k]) +
						0.125*(a[(i*n+j+1)*n+k]-2*a[(i*n+j)*n+k]+a[(i*n+j-1)*n+k]) +
						0.125*(a[(i*n+j)*n+k+1]-2*a[(i*n+j)*n+k]+a[(i*n+j)*n+k-1]) + a[(i*n+j)*n+k]
				}
			}
		}
		for i := 1; i < n-1; i++ {
			for j := 1; j < n-1; j++ {
				for k := 1; k < n-1; k++ {
					a[(i*n+j)*n+k] = 0.125*(b[((i+1)*n+j)*n+k]-2*b[(i*n+j)*n+k]+b[((i-1)*n+j)*n+k]) +
						0.125*(b[(i*n+j+1)*n+k]-2*b[(i*n+j)*n+k]+b[(i*n+j-1)*n+k]) +
						0.125*(b[(i*n+j)*n+k+1]-2*b[(i*n+j)*n+k]+b[(i*n+j)*n+k-1]) + b[(i*n+j)*n+k]
				}
			}
		}
	}
}

// Jacobi1D smooths a row of n, from a to b and back.
func Jacobi1D[T float32 | float64](steps, n int, a, b []T) {
	for t := 0; t < steps; t++ {
		for i := 1; i < n-1; i++ {
			b[i] = 0.33333 * (a[i-1] + a[i] + a[i+1])
		}
		for i := 1; i < n-1; i++ {
			a[i] = 0.33333 * (b[i-1] + b[i] + b[i+1])
		}
	}
}

// Jacobi2D smooths a plane of n², from a to b and back.
func Jacobi2D[T float32 | float64](steps, n int, a, b []T) {
	for t := 0; t < steps; t++ {
		for i := 1; i < n-1; i++ {
			for j := 1; j < n-1; j++ {
				b[i*n+j] = 0.2 * (a[i*n+j] + a[i*n+j-1] + a[i*n+j+1] + a[(i+1)*n+j] + a[(i-1)*n+j])
			}
		}
		for i := 1; i < n-1; i++ {
			for j := 1; j < n-1; j++ {
				a[i*n+j] = 0.2 * (b[i*n+j] + b[i*n+j-1] + b[i*n+j+1] + b[(i+1)*n+j] + b[(i-1)*n+j])
			}
		}
	}
}

// Seidel2D smooths a plane of n² in its place.
func Seidel2D[T float32 | float64](steps, n int, a []T) {
	for t := 0; t < steps; t++ {
		for i := 1; i < n-1; i++ {
			for j := 1; j < n-1; j++ {
				a[i*n+j] = (a[(i-1)*n+j-1] + a[(i-1)*n+j] + a[(i-1)*n+j+1] + a[i*n+j-1] + a[i*n+j] + a[i*n+j+1] +
					a[(i+1)*n+j-1] + a[(i+1)*n+j] + a[(i+1)*n+j+1]) / 9
			}
		}
	}
}
