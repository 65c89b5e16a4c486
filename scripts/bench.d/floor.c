// The floor of the benchmark: the least work that turns the house stream into sound. A blocking socket, libFLAC and
// snd_pcm_writei on one thread; no jitter buffer, no reconnect, no events, no screen.
// usage: floor HOST PORT PATH BASE64AUTH PCM
#define _GNU_SOURCE
#include <FLAC/stream_decoder.h>
#include <alsa/asoundlib.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int connection;
static snd_pcm_t *pcm;
static const char *device;
static unsigned rate, bits;
static unsigned char head[4096];
static size_t head_count, head_used;
static int32_t frames[65536 * 2];

static FLAC__StreamDecoderReadStatus read_more(const FLAC__StreamDecoder *decoder, FLAC__byte bytes[], size_t *count,
                                               void *context) {
  if (head_used < head_count) {
    size_t part = head_count - head_used;
    if (part > *count) part = *count;
    memcpy(bytes, head + head_used, part);
    head_used += part;
    *count = part;
    return FLAC__STREAM_DECODER_READ_STATUS_CONTINUE;
  }
  ssize_t part = read(connection, bytes, *count);
  *count = part > 0 ? part : 0;
  return part > 0 ? FLAC__STREAM_DECODER_READ_STATUS_CONTINUE : FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM;
}

static int open_device(const FLAC__FrameHeader *header) {
  if (pcm) snd_pcm_close(pcm);
  rate = header->sample_rate;
  bits = header->bits_per_sample;
  return snd_pcm_open(&pcm, device, SND_PCM_STREAM_PLAYBACK, 0) ||
         snd_pcm_set_params(pcm, SND_PCM_FORMAT_S32, SND_PCM_ACCESS_RW_INTERLEAVED, 2, rate, 1, 500000);
}

static FLAC__StreamDecoderWriteStatus play(const FLAC__StreamDecoder *decoder, const FLAC__Frame *frame,
                                           const FLAC__int32 *const samples[], void *context) {
  unsigned count = frame->header.blocksize;
  if ((!pcm || rate != frame->header.sample_rate) && open_device(&frame->header))
    return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT;
  for (unsigned i = 0; i < count; i++) {
    frames[2 * i] = samples[0][i] << (32 - bits);
    frames[2 * i + 1] = samples[1][i] << (32 - bits);
  }
  for (unsigned done = 0; done < count;) {
    snd_pcm_sframes_t part = snd_pcm_writei(pcm, frames + 2 * done, count - done);
    if (part >= 0)
      done += part;
    else if (snd_pcm_recover(pcm, part, 1) < 0)
      return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT;
  }
  return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE;
}

static void ignore(const FLAC__StreamDecoder *decoder, FLAC__StreamDecoderErrorStatus status, void *context) {}

static int request(char **arguments) {
  struct addrinfo *address, hints = {.ai_socktype = SOCK_STREAM};
  if (getaddrinfo(arguments[1], arguments[2], &hints, &address)) return 1;
  connection = socket(address->ai_family, SOCK_STREAM, 0);
  if (connect(connection, address->ai_addr, address->ai_addrlen)) return 1;
  dprintf(connection, "GET %s HTTP/1.0\r\nHost: %s\r\nAuthorization: Basic %s\r\n\r\n", arguments[3], arguments[1],
          arguments[4]);
  unsigned char *end = NULL;
  while (!end || head_count - head_used < 4) {
    ssize_t part = read(connection, head + head_count, sizeof head - head_count);
    if (part <= 0) return 1;
    head_count += part;
    if (!end && (end = memmem(head, head_count, "\r\n\r\n", 4))) head_used = end + 4 - head;
  }
  return 0;
}

int main(int count, char **arguments) {
  if (count != 6 || request(arguments)) return 1;
  device = arguments[5];
  FLAC__StreamDecoder *decoder = FLAC__stream_decoder_new();
  if (!memcmp(head + head_used, "OggS", 4))
    FLAC__stream_decoder_init_ogg_stream(decoder, read_more, 0, 0, 0, 0, play, 0, ignore, 0);
  else
    FLAC__stream_decoder_init_stream(decoder, read_more, 0, 0, 0, 0, play, 0, ignore, 0);
  return !FLAC__stream_decoder_process_until_end_of_stream(decoder);
}
