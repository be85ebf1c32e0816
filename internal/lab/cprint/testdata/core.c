#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline float go_max_float(float a, float b) {
#ifdef __FAST_MATH__
	return a > b ? a : b;
#else
	return a > b ? a : b > a ? b : a != b ? a + b : __builtin_signbit(a) ? b : a;
#endif
}

static inline uint8_t go_min_uint8(uint8_t a, uint8_t b) { return a < b ? a : b; }

void Axpy(double a, double *x, int64_t x_len, double *y, int64_t y_len) {
	for (int64_t i = 0; i < x_len; i++) {
		y[i] += a * x[i];
	}
}

void ClampI16(int16_t *dst, int64_t dst_len, float *src, int64_t src_len) {
	for (int64_t i = 0; i < src_len; i++) {
		float v = src[i];
		if (v > 32767.0f) {
			v = 32767.0f;
		} else if (v < -32768.0f) {
			v = -32768.0f;
		}
		dst[i] = (int16_t)v;
	}
}

void ComplexMul(float *dst, int64_t dst_len, float *a, int64_t a_len, float *b, int64_t b_len) {
	for (int64_t i = 0; i + 1 < dst_len; i += 2) {
		float ar = a[i];
		float ai = a[i + 1];
		float br = b[i];
		float bi = b[i + 1];
		dst[i] = ar * br - ai * bi;
		dst[i + 1] = ar * bi + ai * br;
	}
}

void CondAdd(float *y, int64_t y_len, float *x, int64_t x_len, float t) {
	for (int64_t i = 0; i < x_len; i++) {
		float v = x[i];
		if (v > t) {
			y[i] += v;
		}
	}
}

float Dot(float *x, int64_t x_len, float *y, int64_t y_len) {
	float s = 0;
	for (int64_t i = 0; i < x_len; i++) {
		s += x[i] * y[i];
	}
	return s;
}

int64_t FindFirst(int32_t *x, int64_t x_len, int32_t v) {
	for (int64_t i = 0; i < x_len; i++) {
		int32_t e = x[i];
		if (e == v) {
			return i;
		}
	}
	return -1;
}

void Gray(uint8_t *dst, int64_t dst_len, uint8_t *rgba, int64_t rgba_len) {
	for (int64_t i = 0; i < dst_len; i++) {
		uint32_t r = (uint32_t)rgba[4 * i];
		uint32_t g = (uint32_t)rgba[4 * i + 1];
		uint32_t b = (uint32_t)rgba[4 * i + 2];
		dst[i] = (uint8_t)((77u * r + 150u * g + 29u * b + 128u) >> 8);
	}
}

float L2Dist(float *a, int64_t a_len, float *b, int64_t b_len) {
	float s = 0;
	for (int64_t i = 0; i < a_len; i++) {
		float d = a[i] - b[i];
		s += d * d;
	}
	return sqrtf(s);
}

void Lookup(int16_t *dst, int64_t dst_len, uint8_t *src, int64_t src_len, int16_t *table, int64_t table_len) {
	for (int64_t i = 0; i < src_len; i++) {
		uint8_t v = src[i];
		dst[i] = table[v];
	}
}

float MaxF32(float *x, int64_t x_len) {
	float m = -3.4028235e+38f;
	for (int64_t i = 0; i < x_len; i++) {
		float v = x[i];
		m = go_max_float(m, v);
	}
	return m;
}

uint8_t MinU8(uint8_t *x, int64_t x_len) {
	uint8_t m = x[0];
	for (int64_t i = 1; i < x_len; i++) {
		m = go_min_uint8(m, x[i]);
	}
	return m;
}

void PCM16(float *dst, int64_t dst_len, int16_t *src, int64_t src_len) {
	for (int64_t i = 0; i < src_len; i++) {
		int16_t v = src[i];
		dst[i] = (float)v * 3.0517578e-05f;
	}
}

int64_t Popcount(uint64_t *x, int64_t x_len) {
	int64_t n = 0;
	for (int64_t i = 0; i < x_len; i++) {
		uint64_t v = x[i];
		n += (int64_t)__builtin_popcountll(v);
	}
	return n;
}

void Relu(float *dst, int64_t dst_len, float *src, int64_t src_len) {
	for (int64_t i = 0; i < src_len; i++) {
		float v = src[i];
		if (v < 0.0f) {
			v = 0.0f;
		}
		dst[i] = v;
	}
}

void Reverse(int32_t *dst, int64_t dst_len, int32_t *src, int64_t src_len) {
	int64_t n = src_len;
	for (int64_t i = 0; i < src_len; i++) {
		dst[n - 1 - i] = src[i];
	}
}

uint32_t SAD(uint8_t *a, int64_t a_len, uint8_t *b, int64_t b_len) {
	uint32_t s = 0;
	for (int64_t i = 0; i < a_len; i++) {
		int32_t d = (int32_t)a[i] - (int32_t)b[i];
		if (d < 0) {
			d = -d;
		}
		s += (uint32_t)d;
	}
	return s;
}

void Saxpy(float a, float *x, int64_t x_len, float *y, int64_t y_len) {
	for (int64_t i = 0; i < y_len; i++) {
		y[i] += a * x[i];
	}
}

void ScaleOffset(double *dst, int64_t dst_len, double *src, int64_t src_len, double scale, double offset) {
	for (int64_t i = 0; i < src_len; i++) {
		double v = src[i];
		dst[i] = v * scale + offset;
	}
}

void Stencil5(float *dst, int64_t dst_len, float *src, int64_t src_len, int64_t w, int64_t h, float centre, float side) {
	for (int64_t i = 1; i < h - 1; i++) {
		for (int64_t j = 1; j < w - 1; j++) {
			int64_t p = i * w + j;
			dst[p] = centre * src[p] + side * (src[p - w] + src[p - 1] + src[p + 1] + src[p + w]);
		}
	}
}

double SumF64(double *x, int64_t x_len) {
	double s = 0.0;
	for (int64_t i = 0; i < x_len; i++) {
		double v = x[i];
		s += v;
	}
	return s;
}

int32_t SumI32(int32_t *x, int64_t x_len) {
	int32_t s = 0;
	for (int64_t i = 0; i < x_len; i++) {
		int32_t v = x[i];
		s += v;
	}
	return s;
}

int64_t CountAbove(uint8_t *x, int64_t x_len, uint8_t t) {
	int64_t n = 0;
	for (int64_t i = 0; i < x_len; i++) {
		uint8_t v = x[i];
		if (v >= t) {
			n++;
		}
	}
	return n;
}
