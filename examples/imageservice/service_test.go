package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// half is white on the left and black on the right.
func half(w, h int) *bytes.Buffer {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{255, 255, 255, 255}
			if x >= w/2 {
				c = color.RGBA{0, 0, 0, 255}
			}
			m.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return &b
}

func post(t *testing.T, deadline time.Duration, path string, body *bytes.Buffer) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	NewService(deadline).ServeHTTP(w, httptest.NewRequest("POST", path, body))
	return w
}

func picture(t *testing.T, path string) image.Image {
	t.Helper()
	w := post(t, time.Minute, path, half(40, 20))
	m, err := png.Decode(w.Body)
	if err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: %d, %v", path, w.Code, err)
	}
	return m
}

func TestPaths(t *testing.T) {
	light := func(m image.Image, x, y int) int {
		return int(color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y)
	}
	for _, tt := range []struct {
		path        string
		w, h        int
		left, right int // light of pixels that are not near the middle
	}{
		{"/blur?times=2", 40, 20, 255, 0},
		{"/gray", 40, 20, 255, 0},
		{"/edges", 40, 20, 0, 0},
		{"/threshold?at=255", 40, 20, 255, 0},
		{"/resize?width=80", 80, 40, 255, 0},
		{"/resize?height=10", 20, 10, 255, 0},
		{"/resize?width=10&height=33", 10, 33, 255, 0},
		{"/watermark", 40, 20, 255, 0},
	} {
		m := picture(t, tt.path)
		if b := m.Bounds(); b.Dx() != tt.w || b.Dy() != tt.h {
			t.Errorf("%s: %v", tt.path, b)
		}
		if l, r := light(m, 2, 2), light(m, tt.w-3, 2); l != tt.left || r != tt.right {
			t.Errorf("%s: %d and %d, want %d and %d", tt.path, l, r, tt.left, tt.right)
		}
	}
	if m := picture(t, "/edges"); light(m, 20, 9) != 255 {
		t.Errorf("no edge in the middle, but %d", light(m, 20, 9))
	}
	if m := picture(t, "/watermark"); light(m, 2, 8) != 255 || light(m, 37, 8) != 128 {
		t.Errorf("under the stripe: %d and %d", light(m, 2, 8), light(m, 37, 8))
	}
	var count [256]int
	if err := json.NewDecoder(post(t, time.Minute, "/histogram", half(40, 20)).Body).Decode(&count); err != nil ||
		count[0] != 400 || count[255] != 400 {
		t.Errorf("histogram: %v, %d black, %d white", err, count[0], count[255])
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		path string
		body *bytes.Buffer
		code int
		text string
	}{
		{"/blur", bytes.NewBufferString("no image"), 400, "unknown format"},
		{"/blur?times=many", half(4, 4), 400, "times=many: want a number from 1 to 100"},
		{"/threshold?at=256", half(4, 4), 400, "at=256: want a number from 0 to 255"},
		{"/resize?width=16384&height=16384", half(4, 4), 400, "16384×16384 pixels"},
		{"/nothing", half(4, 4), 404, "not found"},
	} {
		w := post(t, time.Minute, tt.path, tt.body)
		if w.Code != tt.code || !strings.Contains(w.Body.String(), tt.text) {
			t.Errorf("%s: %d %s", tt.path, w.Code, w.Body)
		}
	}
}

// TestDeadline: a kernel ends when the request's time is over. How long that takes does not matter here.
func TestDeadline(t *testing.T) {
	if w := post(t, time.Nanosecond, "/blur?times=100", half(400, 400)); w.Code != http.StatusServiceUnavailable {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
