/* A bot that is there within a millisecond: it agrees with every default, and speaks just as much HTTP/2 as that takes.

   For tests of thousands of matches, where loading Python four times for each would be a third of the time. */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { DATA = 0, HEADERS = 1, SETTINGS = 4, PING = 6, WINDOW_UPDATE = 8 };
enum { ACK = 1, END_STREAM = 1, END_HEADERS = 4 };

/* Fields of a PlayResponse, and of a Question. */
enum { MATCH_STARTING = 2, QUESTION = 4, GOODBYE = 8 };
enum { QUESTION_ID = 1, DEFAULT_DECISION = 5 };

enum { MOST = 1 << 20 }; /* bytes of a message: far more than any has */

/* POST, http, and the rest as plain texts that nobody is to remember. */
static const char REQUEST[] =
    "\x83\x86\x04\x1b/tractor.v1.BotService/Play\x01\x09localhost"
    "\x00\x0c" "content-type\x10" "application/grpc\x00\x02te\x08trailers";

typedef struct {
    const uint8_t *at, *end;
} Bytes;

static int connection;

static void fail(const char *what) {
    fprintf(stderr, "quick bot: %s\n", what);
    exit(1);
}

static void send_all(const uint8_t *data, size_t size) {
    while (size > 0) {
        ssize_t sent = send(connection, data, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            fail("the referee hears nothing any more");
        data += sent;
        size -= (size_t)sent;
    }
}

/* Whether so many bytes came; not at the end of the stream. */
static bool receive(uint8_t *data, size_t size) {
    while (size > 0) {
        ssize_t came = recv(connection, data, size, 0);
        if (came < 0 && errno == EINTR)
            continue;
        if (came <= 0)
            return false;
        data += came;
        size -= (size_t)came;
    }
    return true;
}

static uint8_t *big_endian(uint8_t *to, uint32_t value, int byte_count) {
    for (int byte = byte_count - 1; byte >= 0; byte--)
        *to++ = (uint8_t)(value >> 8 * byte);
    return to;
}

static uint32_t read_big_endian(const uint8_t *from, int byte_count) {
    uint32_t value = 0;
    for (int byte = 0; byte < byte_count; byte++)
        value = value << 8 | from[byte];
    return value;
}

static void send_frame(uint8_t kind, uint8_t flags, uint32_t stream, const void *payload, size_t size) {
    uint8_t frame[9 + 4096];
    if (size > 4096)
        fail("more to say than fits a frame");
    uint8_t *end = big_endian(frame, (uint32_t)size, 3);
    *end++ = kind;
    *end++ = flags;
    end = big_endian(end, stream, 4);
    memcpy(end, payload, size);
    send_all(frame, 9 + size);
}

static uint64_t read_varint(Bytes *bytes) {
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && bytes->at < bytes->end; shift += 7) {
        uint8_t byte = *bytes->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    fail("a number without an end");
    return 0;
}

static uint8_t *write_varint(uint8_t *to, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        *to++ = (uint8_t)(value | 0x80);
    *to++ = (uint8_t)value;
    return to;
}

/* The next field: its number, and in *value* what is in it, as it is written if it is a number; 0 if there is none. */
static uint32_t next_field(Bytes *bytes, Bytes *value) {
    if (bytes->at == bytes->end)
        return 0;
    uint64_t tag = read_varint(bytes), size = 0;
    value->at = bytes->at;
    switch (tag & 7) {
    case 0:
        read_varint(bytes);
        size = (uint64_t)(bytes->at - value->at);
        break;
    case 1:
        size = 8;
        break;
    case 2:
        size = read_varint(bytes);
        value->at = bytes->at;
        break;
    default:
        size = 4;
    }
    if (size > (uint64_t)(bytes->end - value->at))
        fail("a field that is cut off");
    bytes->at = value->end = value->at + size;
    return (uint32_t)(tag >> 3);
}

/* A field with a length; its number is below 16. */
static uint8_t *write_field(uint8_t *to, uint8_t number, const void *value, size_t size) {
    *to++ = (uint8_t)(number << 3 | 2);
    to = write_varint(to, size);
    memcpy(to, value, size);
    return to + size;
}

/* A PlayRequest with one field, as a gRPC message in a frame of the one stream. */
static void say(uint8_t number, const void *value, size_t size) {
    uint8_t message[4096];
    if (size > 4000)
        fail("more to say than there is room for");
    uint8_t *end = write_field(message + 5, number, value, size);
    message[0] = 0;
    big_endian(message + 1, (uint32_t)(end - message - 5), 4);
    send_frame(DATA, 0, 1, message, (size_t)(end - message));
}

static void decide(Bytes question) {
    uint8_t decision[4096], *end = decision;
    Bytes value, number = {0}, cards = {0};
    for (uint32_t field; (field = next_field(&question, &value)) != 0;) {
        if (field == QUESTION_ID)
            number = value;
        if (field == DEFAULT_DECISION)
            cards = value;
    }
    size_t card_size = (size_t)(cards.end - cards.at), number_size = (size_t)(number.end - number.at);
    if (number_size == 0 || card_size + number_size > 3900)
        fail("a question that cannot be answered");
    if (card_size > 0)
        memcpy(end, cards.at, card_size);
    end += card_size;
    *end++ = 0x08;
    memcpy(end, number.at, number_size);
    say(3, decision, (size_t)(end + number_size - decision));
}

/* Answer what asks for an answer; whether it was no goodbye. */
static bool answer(Bytes response) {
    Bytes value;
    for (uint32_t field; (field = next_field(&response, &value)) != 0;) {
        if (field == GOODBYE)
            return false;
        if (field == MATCH_STARTING)
            say(2, "", 0);
        if (field == QUESTION)
            decide(value);
    }
    return true;
}

static void greet(void) {
    const char *address = getenv("TRACTOR_ADDRESS"), *token = getenv("TRACTOR_TOKEN");
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    if (address == NULL || token == NULL || strncmp(address, "unix:", 5) != 0 || strlen(token) > 1000 ||
        strlen(address + 5) >= sizeof place.sun_path)
        fail("it is not told where to play");
    strcpy(place.sun_path, address + 5);
    connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(connection, (struct sockaddr *)&place, sizeof place) != 0)
        fail("nobody listens");

    static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    /* The largest windows there are, so that none ever has to be opened further. */
    static const uint8_t settings[] = {0, 4, 0x7f, 0xff, 0xff, 0xff};
    uint8_t window[4], hello[1100], *end = hello;
    big_endian(window, 0x7fffffff - 65535, 4);
    send_all((const uint8_t *)preface, sizeof preface - 1);
    send_frame(SETTINGS, 0, 0, settings, sizeof settings);
    send_frame(WINDOW_UPDATE, 0, 0, window, sizeof window);
    send_frame(HEADERS, END_HEADERS, 1, REQUEST, sizeof REQUEST - 1);
    end = write_field(end, 1, "tractor.v1", 10);
    end = write_field(end, 2, token, strlen(token));
    end = write_field(end, 3, "quick", 5);
    say(1, hello, (size_t)(end - hello));
}

int main(void) {
    static uint8_t received[MOST];
    size_t held = 0;
    uint8_t header[9];
    greet();
    while (receive(header, sizeof header)) {
        uint32_t size = read_big_endian(header, 3);
        uint8_t kind = header[3], flags = header[4];
        if (size > MOST - held)
            fail("a message that is too long");
        /* Behind what is held of a message; only data is kept there. */
        uint8_t *payload = received + held;
        if (!receive(payload, size))
            break;
        if ((kind == SETTINGS || kind == PING) && !(flags & ACK))
            send_frame(kind, ACK, 0, payload, kind == PING ? size : 0);
        if (kind == HEADERS && flags & END_STREAM)
            break;
        if (kind != DATA)
            continue;
        held += size;
        while (held >= 5) {
            size_t end = 5 + (size_t)read_big_endian(received + 1, 4);
            if (held < end)
                break;
            if (!answer((Bytes){received + 5, received + end}))
                return 0;
            memmove(received, received + end, held - end);
            held -= end;
        }
    }
    fail("the stream ended without a goodbye");
}
