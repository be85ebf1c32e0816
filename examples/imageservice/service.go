package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	_ "image/gif"
	_ "image/jpeg"
	"image/png"
	"net/http"
	"strconv"
	"time"

	"hotloop/examples/imageservice/pixel"
)

const (
	maxBytes = 32 << 20 // of an image as it is sent
	maxSide  = 1 << 14  // pixels of a side
	maxArea  = 1 << 26  // pixels
)

// NewService handles all paths. No request takes longer than deadline: kernels that are still running then are stopped.
func NewService(deadline time.Duration) http.Handler {
	mux := http.NewServeMux()
	for path, do := range map[string]func(ctx context.Context, src *image.RGBA, q query) (any, error){
		"/blur": blur, "/edges": edges, "/gray": gray, "/threshold": threshold, "/resize": resize, "/histogram": histogram,
		"/watermark": watermark,
	} {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), deadline)
			defer cancel()
			serve(ctx, w, r, do)
		})
	}
	return mux
}

// badRequest is an error of the one who asks.
type badRequest struct{ error }

func serve(ctx context.Context, w http.ResponseWriter, r *http.Request, do func(context.Context, *image.RGBA, query) (any, error)) {
	src, err := decode(w, r)
	var result any
	if err == nil {
		result, err = do(ctx, src, query{r})
	}
	var bad badRequest
	switch {
	case errors.As(err, &bad):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, "this takes too long", http.StatusServiceUnavailable)
	case err != nil: // the client has gone, or a bug
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		respond(w, result)
	}
}

// respond writes an image or numbers.
func respond(w http.ResponseWriter, result any) {
	var body bytes.Buffer
	var err error
	if m, ok := result.(image.Image); ok {
		w.Header().Set("Content-Type", "image/png")
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&body, m)
	} else {
		w.Header().Set("Content-Type", "application/json")
		err = json.NewEncoder(&body).Encode(result)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(body.Bytes()) // an error means that the client has gone
}

// decode reads the image of a request.
func decode(w http.ResponseWriter, r *http.Request) (*image.RGBA, error) {
	var body bytes.Buffer
	if _, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, maxBytes)); err != nil {
		return nil, badRequest{err}
	}
	head, _, err := image.DecodeConfig(bytes.NewReader(body.Bytes()))
	if err == nil {
		err = checkSize(head.Width, head.Height)
	}
	if err != nil {
		return nil, badRequest{err}
	}
	m, _, err := image.Decode(&body)
	if err != nil {
		return nil, badRequest{err}
	}
	rgba := image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(rgba, rgba.Rect, m, m.Bounds().Min, draw.Src)
	return rgba, nil
}

func checkSize(width, height int) error {
	if width < 1 || height < 1 || width > maxSide || height > maxSide || width*height > maxArea {
		return fmt.Errorf("%d×%d pixels: sides must be from 1 to %d, and have at most %d pixels together", width, height, maxSide, maxArea)
	}
	return nil
}

// query reads parameters.
type query struct{ r *http.Request }

// number is the parameter called name, or otherwise if there is none.
func (q query) number(name string, otherwise, low, high int) (int, error) {
	text := q.r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, badRequest{fmt.Errorf("%s=%s: want a number from %d to %d", name, text, low, high)}
	}
	return n, nil
}

func blur(ctx context.Context, src *image.RGBA, q query) (any, error) {
	times, err := q.number("times", 1, 1, 100)
	if err != nil {
		return nil, err
	}
	dst, sums := image.NewRGBA(src.Rect), make([]uint16, 4*src.Rect.Dx())
	for range times {
		err = pixel.FastBlur.CallContext(ctx, func(f func(dst, src *image.RGBA, sums []uint16)) { f(dst, src, sums) })
		if err != nil {
			return nil, err
		}
		dst, src = src, dst
	}
	return src, nil
}

func luminance(ctx context.Context, src *image.RGBA) (*image.Gray, error) {
	dst := image.NewGray(src.Rect)
	return dst, pixel.FastGray.CallContext(ctx, func(f func(*image.Gray, *image.RGBA)) { f(dst, src) })
}

func gray(ctx context.Context, src *image.RGBA, _ query) (any, error) { return luminance(ctx, src) }

func edges(ctx context.Context, src *image.RGBA, _ query) (any, error) {
	light, err := luminance(ctx, src)
	if err != nil {
		return nil, err
	}
	dst := image.NewGray(src.Rect)
	return dst, pixel.FastSobel.CallContext(ctx, func(f func(dst, src *image.Gray)) { f(dst, light) })
}

func threshold(ctx context.Context, src *image.RGBA, q query) (any, error) {
	at, err := q.number("at", 128, 0, 255)
	if err != nil {
		return nil, err
	}
	light, err := luminance(ctx, src)
	if err != nil {
		return nil, err
	}
	return light, pixel.FastThreshold.CallContext(ctx, func(f func(dst, src *image.Gray, t uint8)) { f(light, light, uint8(at)) })
}

func histogram(ctx context.Context, src *image.RGBA, _ query) (any, error) {
	light, err := luminance(ctx, src)
	if err != nil {
		return nil, err
	}
	var count [256]uint32
	err = pixel.FastHistogram.CallContext(ctx, func(f func(*[256]uint32, *image.Gray)) { f(&count, light) })
	return count, err
}

func resize(ctx context.Context, src *image.RGBA, q query) (any, error) {
	width, err := q.number("width", 0, 1, maxSide)
	if err != nil {
		return nil, err
	}
	height, err := q.number("height", 0, 1, maxSide)
	if err != nil {
		return nil, err
	}
	switch w, h := src.Rect.Dx(), src.Rect.Dy(); { // one that is left out keeps the proportions
	case width == 0 && height == 0:
		width, height = w, h
	case width == 0:
		width = max(1, height*w/h)
	case height == 0:
		height = max(1, width*h/w)
	}
	if err := checkSize(width, height); err != nil {
		return nil, badRequest{err}
	}
	dst := image.NewRGBA(image.Rect(0, 0, width, height))
	return dst, pixel.FastResize.CallContext(ctx, func(f func(dst, src *image.RGBA)) { f(dst, src) })
}

// watermark lays a half transparent stripe over the image.
func watermark(ctx context.Context, src *image.RGBA, _ query) (any, error) {
	stripe := image.NewRGBA(src.Rect)
	for y := src.Rect.Dy() / 3; y < src.Rect.Dy()/2; y++ {
		for i := y * stripe.Stride; i < (y+1)*stripe.Stride; i++ {
			stripe.Pix[i] = 128
		}
	}
	return src, pixel.FastBlend.CallContext(ctx, func(f func(dst, src *image.RGBA)) { f(src, stripe) })
}
