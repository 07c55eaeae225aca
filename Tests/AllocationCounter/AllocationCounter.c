#include "AllocationCounter.h"

#include <stddef.h>

// Counts what every allocation of the process goes through, thread by thread. The definitions of an
// executable come before those of shared libraries, so that the Swift runtime calls these.

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__linux__) && !defined(IS_SANITIZED)
#include <errno.h>
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

static __thread unsigned long count __attribute__((tls_model("initial-exec")));

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

bool allocation_counter_is_available(void) { return true; }
unsigned long allocation_count(void) { return count; }

#else

bool allocation_counter_is_available(void) { return false; }
unsigned long allocation_count(void) { return 0; }

#endif
