#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int64_t go_copy(void *d, int64_t dn, void *s, int64_t sn, size_t size) {
	int64_t n = dn < sn ? dn : sn;
	memmove(d, s, (size_t)n * size);
	return n;
}

static inline uint32_t go_float32bits(float a) {
	uint32_t b;
	memcpy(&b, &a, sizeof b);
	return b;
}

static inline float go_float32frombits(uint32_t a) {
	float b;
	memcpy(&b, &a, sizeof b);
	return b;
}

static inline int64_t go_leadingzeros8(uint8_t x) { return x ? __builtin_clz(x) - 24 : 8; }

static inline int64_t go_len32(uint32_t x) { return x ? 32 - (__builtin_clz(x)) : 0; }

static inline double go_max_double(double a, double b) { return a > b ? a : b; }

static inline float go_max_float(float a, float b) { return a > b ? a : b; }

static inline float go_min_float(float a, float b) { return a < b ? a : b; }

static inline int64_t go_min_int64(int64_t a, int64_t b) { return a < b ? a : b; }

static inline uint64_t go_rotateleft64(uint64_t x, int64_t k) {
	const unsigned s = (unsigned)k & (64 - 1);
	return (uint64_t)((x << s) | (x >> (-s & (64 - 1))));
}

void Narrow(uint8_t *dst, int64_t dst_len, uint8_t *a, int64_t a_len, uint8_t *b, int64_t b_len, int16_t *s, int64_t s_len) {
	for (int64_t i = 0; i < dst_len; i++) {
		dst[i] = (uint8_t)((uint8_t)(a[i] + b[i]) / 2);
		dst[i] += (uint8_t)(a[i] * b[i]);
		dst[i] ^= (uint8_t)((uint8_t)((uint8_t)~a[i] & (uint8_t)(b[i] - 1)) << 1);
		s[i] = (int16_t)((int16_t)-s[i] + (int16_t)((int16_t)a[i] * 3));
		s[i]++;
	}
}

void Shifts(int32_t *x, int64_t x_len, uint16_t *u, int64_t u_len, uint64_t k, int64_t j) {
	for (int64_t i = 0; i < x_len; i++) {
		int32_t v = x[i];
		x[i] = (k < 32 ? v << k : 0) ^ (v >> (k < 32 ? k : 31)) ^ (v >> 31) ^ 0 ^ (v >> 3);
		u[i] = (uint16_t)((uint16_t)(u[i] << (k & 7u)) | (u[i] >> ((uint64_t)j & 15u)));
		u[i] = (uint16_t)(u[i] << 2);
		u[i] &= ~(uint16_t)(240 | (uint16_t)i);
		x[i] &= (j < 32 ? (int32_t)1 << j : 0);
	}
}

void Scopes(double *int_2, int64_t int_2_len, double double_2, double restrict_2, double *out0, double *out1) {
	double x = 0;
	double n = 0;
	x = double_2;
	for (int64_t i = 0; i < int_2_len; i++) {
		double v = int_2[i];
		double x_2 = x + v;
		{
			double x_3 = x_2 * 2.0;
			double y = v;
			if (x_3 > restrict_2) {
				n += x_3 - y;
			} else {
				{
					double z = x_3 - 1.0;
					if (z < 0.0 || (y > 0.0 && z > 1.0)) {
						n -= z;
					}
				}
			}
		}
		int_2[i] = x_2;
	}
	*out0 = x;
	*out1 = n;
	return;
}

int64_t Loops(int64_t *x, int64_t x_len, int64_t n, float *y, int64_t y_len) {
	int64_t s = 0;
	int64_t t = 1;
	{
		int64_t i = 0;
		int64_t j = x_len - 1;
		for (; i < j; i = i + 1, j = j - 1) {
			const int64_t tmp = x[j];
			const int64_t tmp_2 = x[i];
			x[i] = tmp;
			x[j] = tmp_2;
		}
	}
	{
		const int64_t n_2 = n;
		for (int64_t i = 0; i < n_2; i++) {
			const int64_t tmp = t;
			const int64_t tmp_2 = s + t;
			s = tmp;
			t = tmp_2;
		}
	}
	{
		const int64_t n_2 = n;
		for (int64_t i = 0; i < n_2; i++) {
			int64_t i_2 = i;
			n--;
			i_2 += 2;
			s += i_2;
		}
	}
	for (uint8_t i = 0; i < 200; i++) {
		s += (int64_t)i;
	}
	x = (x + 1);
	x_len = x_len - 1 - 1;
	{
		const int64_t n_2 = x_len;
		int64_t *const from = x;
		for (int64_t i = 0; i < n_2; i++) {
			int64_t v = from[i];
			x[x_len - 1 - i] = v;
		}
	}
	int64_t k = 0;
	for (int64_t i = 0; i < y_len; i++) {
		k = i;
		y[k] = 0.0f;
	}
	for (; s > 100;) {
		s /= 2;
	}
	return s + k;
}

void Jumps(int32_t *a, int64_t a_len, int64_t w, int64_t *out0, bool *out1) {
	int64_t found = 0;
	for (int64_t i = 0; i + w <= a_len; i += w) {
		for (int64_t j = 0; j < w; j++) {
			{
				int32_t v = a[i + j];
				if (v < 0) {
					goto outer_next_1;
				} else if (v == 99) {
					goto outer_done_2;
				} else if (v == 98) {
					goto inner_done_3;
				} else {
					found++;
					continue;
				}
				inner_done_3:;
			}
			found += 2;
		}
	outer_next_1:;
	}
	outer_done_2:;
	{
		const int64_t tag = found;
		if (tag == 1 || tag == 2) {
			*out0 = found;
			*out1 = true;
			return;
		} else if (tag == 3) {
			found = 0;
		}
	}
	*out0 = found;
	*out1 = false;
	return;
}

static inline float Calls_clamp(float v, float lo, float hi) {
	return go_min_float(go_max_float(v, lo), hi);
}

static inline void Calls_divmod(int64_t a, int64_t b, int64_t *out0, int64_t *out1) {
	*out0 = a / b;
	*out1 = a % b;
	return;
}

int64_t Calls(float *x, int64_t x_len, int64_t *y, int64_t y_len, double *z, int64_t z_len, uint64_t *b, int64_t b_len) {
	int64_t n = 0;
	for (int64_t i = 0; i < x_len; i++) {
		float v = x[i];
		x[i] = Calls_clamp(sqrtf(v), -0.0015f, 1.048576e+06f) + floorf(v);
		int64_t q;
		int64_t r;
		Calls_divmod(y[i], 7, &q, &r);
		y[i] = go_min_int64(go_min_int64(go_min_int64(q, r), INT64_MIN), 5);
		z[i] = fma(z[i], 3.141592653589793, fabs(z[i])) + nearbyint(z[i]) - go_max_double(z[i], 1.0);
		n += (int64_t)__builtin_popcountll(b[i]) + go_leadingzeros8((uint8_t)b[i]) + go_len32((uint32_t)b[i]);
		b[i] = (go_rotateleft64(b[i], n) ^ (uint64_t)go_float32bits(v)) - 18446744073709551615u;
		if ((isnan(z[i]) != 0) || !(v != 0.0f)) {
			x[i] = go_float32frombits((uint32_t)n);
		}
	}
	memset(x, 0, (size_t)(n) * sizeof *x);
	return n + go_copy(z, z_len, (z + 1), z_len - 1, sizeof *z);
}

bool Grouping(int32_t *x, int64_t x_len, int32_t a, int32_t b, int32_t c, bool p, bool q) {
	x[0] = a - (b - c) - (a + b) * c;
	x[1] = (((a & b) | c) ^ (a & ~(b | c))) + 4;
	x[2] = -(-a) - -5 + ~b;
	x[3] = a / b * c % (a * b);
	x[4] = (int32_t)(int8_t)a + (int32_t)(uint16_t)(b + 1);
	return ((a < b) == (b < c) && (p || (q && a == b))) || !p;
}
