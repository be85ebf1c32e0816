#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct point {
	float x;
	float y;
};

struct line {
	struct point from;
	struct point to;
	int8_t double_;
	int16_t blank3_;
	uint8_t at[2];
};

struct unnamed {
	int64_t a;
	float b[2];
};

struct go_float_4 {
	float at[4];
};

struct pairOf_float32 {
	float first;
	float second;
};

struct counter {
	int64_t n;
	int64_t most;
	int32_t last[2];
};

static inline float go_min_float(float a, float b) {
#ifdef __FAST_MATH__
	return a < b ? a : b;
#else
	return a < b ? a : b < a ? b : a != b ? a + b : __builtin_signbit(a) ? a : b;
#endif
}

static inline float go_max_float(float a, float b) {
#ifdef __FAST_MATH__
	return a > b ? a : b;
#else
	return a > b ? a : b > a ? b : a != b ? a + b : __builtin_signbit(a) ? b : a;
#endif
}

static inline int64_t go_min_int64(int64_t a, int64_t b) { return a < b ? a : b; }

static inline double go_max_double(double a, double b) { return a > b ? a : b; }

static inline int64_t go_leadingzeros8(uint8_t x) { return x ? __builtin_clz(x) - 24 : 8; }

static inline int64_t go_len32(uint32_t x) { return x ? 32 - (__builtin_clz(x)) : 0; }

static inline uint64_t go_rotateleft64(uint64_t x, int64_t k) {
	const unsigned s = (unsigned)k & (64 - 1);
	return (uint64_t)((x << s) | (x >> (-s & (64 - 1))));
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

static inline int64_t go_copy(void *d, int64_t dn, const void *s, int64_t sn, size_t size) {
	int64_t n = dn < sn ? dn : sn;
	memmove(d, s, (size_t)n * size);
	return n;
}

static inline bool go_eq_point(struct point a, struct point b) { return a.x == b.x && a.y == b.y; }

static inline bool go_eq_uint8_2(uint8_t *a, uint8_t *b) {
	for (int64_t i = 0; i < 2; i++) {
		if (!(a[i] == b[i])) {
			return false;
		}
	}
	return true;
}

static inline bool go_eq_line(struct line a, struct line b) { return go_eq_point(a.from, b.from) && go_eq_point(a.to, b.to) && a.double_ == b.double_ && go_eq_uint8_2(a.at, b.at); }

static inline bool go_eq_int32_4(int32_t *a, int32_t *b) {
	for (int64_t i = 0; i < 4; i++) {
		if (!(a[i] == b[i])) {
			return false;
		}
	}
	return true;
}

static inline void go_sub32(uint32_t x, uint32_t y, uint32_t c, uint32_t *lo, uint32_t *hi) {
	const uint32_t d = x - y - c;
	*hi = ((~x & y) | (~(x ^ y) & d)) >> (32 - 1);
	*lo = d;
}

static inline void go_mul32(uint32_t x, uint32_t y, uint32_t *lo, uint32_t *hi) {
	const uint64_t p = (uint64_t)x * y;
	*hi = (uint32_t)(p >> 32);
	*lo = (uint32_t)p;
}

static inline void go_add32(uint32_t x, uint32_t y, uint32_t c, uint32_t *lo, uint32_t *hi) {
	const uint32_t s = x + y + c;
	*hi = ((x & y) | ((x | y) & ~s)) >> (32 - 1);
	*lo = s;
}

static inline void go_add64(uint64_t x, uint64_t y, uint64_t c, uint64_t *lo, uint64_t *hi) {
	const uint64_t s = x + y + c;
	*hi = ((x & y) | ((x | y) & ~s)) >> (64 - 1);
	*lo = s;
}

static inline void go_mul64(uint64_t x, uint64_t y, uint64_t *lo, uint64_t *hi) {
	const unsigned __int128 p = (unsigned __int128)x * y;
	*hi = (uint64_t)(p >> 64);
	*lo = (uint64_t)p;
}

static inline void go_sub64(uint64_t x, uint64_t y, uint64_t c, uint64_t *lo, uint64_t *hi) {
	const uint64_t d = x - y - c;
	*hi = ((~x & y) | (~(x ^ y) & d)) >> (64 - 1);
	*lo = d;
}

static inline uint64_t go_reverse64(uint64_t x) {
	x = (uint64_t)(((x >> 1) & 0x5555555555555555u) | ((x & 0x5555555555555555u) << 1));
	x = (uint64_t)(((x >> 2) & 0x3333333333333333u) | ((x & 0x3333333333333333u) << 2));
	x = (uint64_t)(((x >> 4) & 0x0f0f0f0f0f0f0f0fu) | ((x & 0x0f0f0f0f0f0f0f0fu) << 4));
	return __builtin_bswap64(x);
}

static inline int64_t go_compare_uint64(uint64_t a, uint64_t b) { return (b < a) - (a < b); }

static inline uint8_t go_reverse8(uint8_t x) {
	x = (uint8_t)(((x >> 1) & 0x55u) | ((x & 0x55u) << 1));
	x = (uint8_t)(((x >> 2) & 0x33u) | ((x & 0x33u) << 2));
	x = (uint8_t)(((x >> 4) & 0x0fu) | ((x & 0x0fu) << 4));
	return x;
}

static inline uint16_t go_reverse16(uint16_t x) {
	x = (uint16_t)(((x >> 1) & 0x5555u) | ((x & 0x5555u) << 1));
	x = (uint16_t)(((x >> 2) & 0x3333u) | ((x & 0x3333u) << 2));
	x = (uint16_t)(((x >> 4) & 0x0f0fu) | ((x & 0x0f0fu) << 4));
	return __builtin_bswap16(x);
}

static inline bool go_less_double(double a, double b) { return ((a != a && b == b) || a < b); }

static inline int64_t go_compare_double(double a, double b) { return (((b != b && a == a) || b < a)) - (((a != a && b == b) || a < b)); }

static inline float _Complex go_complex_float(float re, float im) {
	float _Complex c;
	__real__ c = re;
	__imag__ c = im;
	return c;
}

static inline float _Complex go_product_float(float _Complex a, float _Complex b) {
	return go_complex_float(__real__ a * __real__ b - __imag__ a * __imag__ b, __real__ a * __imag__ b + __imag__ a * __real__ b);
}

static inline double _Complex go_complex_double(double re, double im) {
	double _Complex c;
	__real__ c = re;
	__imag__ c = im;
	return c;
}

static inline double _Complex go_product_double(double _Complex a, double _Complex b) {
	return go_complex_double(__real__ a * __real__ b - __imag__ a * __imag__ b, __real__ a * __imag__ b + __imag__ a * __real__ b);
}

static const struct point Structs_corners[3] = {{0.0f, 1.0f}, {.y = 2.0f}, {-1.0f, 0.0f}};

static const double Text_weights[5] = {0.5, [4] = 0.125};

static const struct point Text_corners[3] = {{0.0f, 1.0f}, {.y = 2.0f}, {-1.0f, 0.0f}};

static const int32_t Text_matrix[2][3] = {{1, 2, 3}, {[2] = 9}};

static const int64_t Text_limit = 6;

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

int64_t Structs(struct point *s, int64_t s_len, struct line *l, int64_t l_len, int64_t k) {
	int64_t n = 0;
	for (int64_t i = 0; i < s_len; i++) {
		struct point p = s[i];
		struct point q = {p.y, 1.0f};
		q.x += p.x;
		s[i] = q;
		s[i].y *= 2.0f;
		if (go_eq_point(p, q) || !go_eq_point(s[i], (struct point){0})) {
			n++;
		}
	}
	for (int64_t i = 0; i < l_len; i++) {
		const struct point tmp = l[i].to;
		const struct point tmp_2 = l[i].from;
		l[i].from = tmp;
		l[i].to = tmp_2;
		l[i].at[k & 1]++;
		l[i].double_ = (int8_t)k;
		struct line z = {0};
		if (go_eq_line(l[i], z)) {
			n += (int64_t)l[i].at[1];
		}
	}
	struct unnamed anon = {.b = {1.0f}};
	{
		const struct point tag = s[0];
		if (go_eq_point(tag, (struct point){1.0f, 1.0f}) || go_eq_point(tag, Structs_corners[1])) {
			n += anon.a + (int64_t)anon.b[0];
		}
	}
	return n;
}

int32_t Arrays(int32_t *s, int64_t s_len, int16_t (*m)[3], int64_t m_len, int64_t i, int64_t j) {
	int32_t n = 0;
	int32_t a[4] = {0};
	int32_t b[4] = {0};
	int32_t c[4] = {[2] = 5, [3] = -1};
	double grid[2][3] = {{1.0}, {2.0, 3.0}};
	for (int64_t k = 0; k < s_len; k++) {
		int32_t v = s[k];
		a[k & 3] += v;
		grid[k & 1][2] += grid[1][k % 3];
	}
	memcpy(b, a, sizeof(int32_t[4]));
	if (!go_eq_int32_4(a, b) || go_eq_int32_4(c, (int32_t[4]){1, 2, 3, 4})) {
		n++;
	}
	{
		int32_t from[4];
		memcpy(from, b, sizeof(int32_t[4]));
		for (int64_t k = 0; k < 4; k++) {
			int32_t v = from[k];
			b[3 - k] = v;
		}
	}
	for (int64_t k = 0; k < 4; k++) {
		n += b[k] + c[k] * 4;
	}
	int16_t tmp[3];
	memcpy(tmp, m[j], sizeof(int16_t[3]));
	int16_t tmp_2[3];
	memcpy(tmp_2, m[i], sizeof(int16_t[3]));
	memcpy(m[i], tmp, sizeof(int16_t[3]));
	memcpy(m[j], tmp_2, sizeof(int16_t[3]));
	memcpy(m[0], (int16_t[3]){m[1][2], 7}, sizeof(int16_t[3]));
	for (int64_t i_2 = 0; i_2 < m_len; i_2++) {
		int16_t row[3];
		memcpy(row, m[i_2], sizeof(int16_t[3]));
		n += (int32_t)row[1];
	}
	return n + (int32_t)grid[0][2];
}

float Pointers(float *p, float *q, float (*m)[4]) {
	float s = 0;
	if (p == 0 || q != p) {
		return -1.0f;
	}
	for (int64_t i = 0; i < 4; i++) {
		float v = p[i];
		q[3 - i] = v;
		s += v;
	}
	memmove(q, m[1], sizeof(float[4]));
	float *row = m[0];
	row[1]++;
	float *t = (p + 1);
	t[0] = 2.0f;
	return s + row[1];
}

static inline struct go_float_4 Passed_half(float *v_arg) {
	float v[4];
	memcpy(v, v_arg, sizeof(float[4]));
	for (int64_t i = 0; i < 4; i++) {
		v[i] /= 2.0f;
	}
	struct go_float_4 result;
	memcpy(result.at, v, sizeof result.at);
	return result;
}

static inline void Passed_bump(float *p, float *s, int64_t s_len) {
	p[0] += s[0];
}

static inline void Passed_ends(struct point p, float *v_arg, struct point *out0, struct point *out1, float *out2) {
	float v[2];
	memcpy(v, v_arg, sizeof(float[2]));
	float w[2] = {0};
	memcpy(w, v, sizeof(float[2]));
	*out0 = p;
	*out1 = (struct point){v[1], v[0]};
	memcpy(out2, w, sizeof(float[2]));
	return;
}

float Passed(float *s, int64_t s_len) {
	float v[4];
	memcpy(v, s, sizeof(float[4]));
	const struct go_float_4 tmp = Passed_half(Passed_half(v).at);
	memcpy(v, tmp.at, sizeof(float[4]));
	Passed_bump(v, (v + 2), 4 - 2);
	struct point a;
	struct point b;
	float w[2];
	Passed_ends((struct point){1.0f, v[1]}, (float[2]){v[0], 2.0f}, &a, &b, w);
	struct point tmp_2;
	struct point tmp_3;
	float tmp_4[2];
	Passed_ends(b, w, &tmp_2, &tmp_3, tmp_4);
	b = tmp_3;
	float *p = (s + 1);
	p[1] = Passed_half((float[4]){1.0f}).at[0];
	return a.x + b.y + w[1];
}

int32_t Slicing(int32_t *s, int64_t s_len, int32_t *t, int64_t t_len, int64_t n) {
	int32_t *u = 0;
	int64_t u_len = 0;
	if (n > 3) {
		u = (s + 1);
		u_len = n - 1;
	} else {
		u = 0;
		u_len = 0;
	}
	int32_t *tmp = t;
	int64_t tmp_len = t_len;
	int32_t *tmp_2 = s;
	int64_t tmp_2_len = s_len;
	s = tmp;
	s_len = tmp_len;
	t = tmp_2;
	t_len = tmp_2_len;
	{
		int32_t *v = s;
		int64_t v_len = s_len;
		for (; v_len > 0; v = (v + 1), v_len = v_len - 1) {
			u = v;
			u_len = v_len;
		}
	}
	int64_t i = 1;
	const int64_t at = i;
	const int64_t tmp_3 = 2;
	const int32_t tmp_4 = s[i - 1];
	i = tmp_3;
	s[at] = tmp_4;
	const int32_t at_2 = t[0];
	const int32_t tmp_5 = 5;
	const int32_t tmp_6 = 6;
	s[at_2] = tmp_5;
	t[0] = tmp_6;
	int32_t local[8] = {0};
	int32_t *w = local;
	int64_t w_len = 4;
	go_copy(w, w_len, t, t_len, sizeof *w);
	memset((local + 2), 0, (size_t)(8 - 2) * sizeof *(local + 2));
	int32_t *x = (int32_t[3]){4, 5, 6};
	return u[0] + w[0] + local[1] + x[i];
}

double Text(const uint8_t *s, int64_t s_len, uint8_t *dst, int64_t dst_len, uint64_t k) {
	double f = 0;
	int64_t n = 0;
	for (int64_t i = 0; i < s_len; i++) {
		if (s[i] == 10) {
			n++;
		}
	}
	const uint8_t *t = (s + n);
	int64_t t_len = s_len - n;
	const uint8_t *u = t;
	int64_t u_len = t_len;
	for (; u_len > 2;) {
		u = (u + 2);
		u_len = u_len - 2;
	}
	go_copy(dst, dst_len, t, t_len, sizeof *dst);
	for (int64_t i = 0; i < dst_len; i++) {
		dst[i] = (uint8_t)((uint8_t)(((const uint8_t *)"0123456789abcdef")[k & 15u] + ((const uint8_t *)"a \"b\"\077\012\3771")[i & 7]) + ((const uint8_t *)"xyz")[i % 3]);
	}
	{
		const int64_t n_2 = 5 - (k & 1u);
		double *const from = (((double *)Text_weights) + (k & 1u));
		for (int64_t i = 0; i < n_2; i++) {
			double w = from[i];
			f += w;
		}
	}
	for (int64_t i = 0; i < 3; i++) {
		struct point c = Text_corners[i];
		f += (double)c.x * (double)Text_matrix[i & 1][k % 3u];
	}
	int32_t a[2][3];
	memcpy(a, Text_matrix, sizeof(int32_t[2][3]));
	a[1][1]++;
	return f + (double)(u_len + Text_limit + 5) + (double)a[1][1];
}

static inline struct pairOf_float32 Generic_sum___float32_float32(float *s, int64_t s_len) {
	struct pairOf_float32 p = {0};
	for (int64_t i = 0; i < s_len; i++) {
		float v = s[i];
		p = (struct pairOf_float32){p.first + v, 2.0f};
	}
	return p;
}

static inline float Generic_dot_float32(float *a, int64_t a_len, float *b, int64_t b_len) {
	float s = 0;
	for (int64_t i = 0; i < a_len; i++) {
		float v = a[i];
		s += v * b[i];
	}
	return s;
}

static inline int32_t Generic_dot_int32(int32_t *a, int64_t a_len, int32_t *b, int64_t b_len) {
	int32_t s = 0;
	for (int64_t i = 0; i < a_len; i++) {
		int32_t v = a[i];
		s += v * b[i];
	}
	return s;
}

float Generic(float *a, int64_t a_len, float *b, int64_t b_len, int32_t *c, int64_t c_len) {
	struct pairOf_float32 p = Generic_sum___float32_float32(a, a_len);
	return Generic_dot_float32(a, a_len, b, b_len) + (float)Generic_dot_int32(c, c_len, c, c_len) + p.first * p.second;
}

int64_t Switches(uint8_t *s, int64_t s_len, int64_t k) {
	int64_t n = 0;
	for (int64_t i = 0; i < s_len; i++) {
		uint8_t v = s[i];
		{
			if (v > 200) {
				n += 5;
				goto fall_1;
			} else if (v > 100) {
				fall_1:;
				n++;
				goto fall_2;
			} else if (v == 7) {
				n += (int64_t)v;
				goto inner_done_3;
			} else {
				fall_2:;
				n += 2;
			}
			inner_done_3:;
		}
		{
			const uint8_t tag = (uint8_t)(v & 3);
			if (tag == 1 || tag == 2) {
				for (int64_t j = 0; j < k; j++) {
					if (j == i) {
						goto again_done_4;
					}
				}
				n--;
			}
			again_done_4:;
		}
	}
	return n;
}

static inline void Bits_carry32(uint32_t x, uint32_t y, uint32_t *out0, uint32_t *out1) {
	uint32_t s;
	uint32_t c;
	go_sub32(x, y, 1u, &s, &c);
	uint32_t h;
	uint32_t l;
	go_mul32(s, c, &l, &h);
	uint32_t t;
	uint32_t tmp;
	go_add32(h, l, 0u, &t, &tmp);
	*out0 = s;
	*out1 = t;
	return;
}

static inline void Bits_carry(uint64_t x, uint64_t y, uint64_t c, uint64_t *out0, uint64_t *out1) {
	go_add64(x, y, c, out0, out1);
	return;
}

int64_t Bits(uint64_t *x, int64_t x_len, uint32_t *y, int64_t y_len, double *f, int64_t f_len) {
	int64_t n = 0;
	for (int64_t i = 0; i < x_len; i++) {
		uint64_t v = x[i];
		uint64_t hi;
		uint64_t lo;
		go_mul64(v, x[0], &lo, &hi);
		uint64_t s;
		uint64_t c;
		go_add64(hi, lo, v & 1u, &s, &c);
		uint64_t d;
		uint64_t b;
		go_sub64(s, v, c, &d, &b);
		x[i] = d ^ b ^ go_reverse64(v);
		uint32_t tmp;
		uint32_t tmp_2;
		Bits_carry32(y[i], y[0], &tmp, &tmp_2);
		y[0] = tmp;
		uint64_t tmp_3;
		uint64_t tmp_4;
		Bits_carry(s, v, c, &tmp_3, &tmp_4);
		s = tmp_3;
		c = tmp_4;
		n += (int64_t)(s + c) + go_compare_uint64(v, lo);
		n += (int64_t)(uint8_t)(go_reverse8((uint8_t)v) + (uint8_t)go_reverse16((uint16_t)v));
		if (go_less_double(f[i], 2.0) || go_compare_double(f[0], f[i]) > 0) {
			f[i] = fmod(f[i], 3.0);
		}
	}
	return n;
}

void Count(struct counter *c, int32_t *x, int64_t x_len) {
	for (int64_t i = 0; i < x_len; i++) {
		int32_t v = x[i];
		{
			c->n++;
			if ((int64_t)v > c->most) {
				c->most = (int64_t)v;
			}
		}
		c->last[c->n & 1] = v;
	}
	(*c) = (struct counter){.n = c->n, .most = (*c).most};
}

static inline void Addresses_forward(struct counter *c, int64_t *by) {
	c->n += (*by);
	(*by)++;
}

int64_t Addresses(struct counter *x, int64_t x_len, float *y, int64_t y_len, int64_t *at) {
	int64_t k = 3;
	for (int64_t i = 0; i < x_len; i++) {
		struct counter *p = &x[i];
		int64_t *q = &x[i].most;
		Addresses_forward(p, &k);
		Addresses_forward(&x[0], at);
		(*q) -= p->n;
		float *f = &y[i];
		(*f) *= 2.0f;
		{
			int32_t *r = p->last;
			if (r[0] > 0) {
				r[1]++;
			}
		}
	}
	return k;
}

void Complex(float _Complex *x, int64_t x_len, float _Complex *y, int64_t y_len, double _Complex *z, int64_t z_len, float _Complex c, float _Complex *out0, int64_t *out1) {
	float _Complex s = 0;
	int64_t n = 0;
	for (int64_t i = 0; i < x_len; i++) {
		float _Complex v = x[i];
		y[i] = go_product_float(v, c) + y[i];
		y[i] = go_product_float(y[i], go_complex_float(__imag__ v, __real__ v));
		s += y[i];
		z[i] = (double _Complex)v - go_product_double(go_complex_double(2.0, -1.0), z[i]);
		if (z[i] == go_complex_double(0.0, 0.0) || v != go_complex_float(0.0f, 1.0f)) {
			n++;
		}
	}
	*out0 = -s;
	*out1 = n;
	return;
}
