#ifndef STUB_PTHREAD_H
#define STUB_PTHREAD_H
typedef struct {
    long bytes[8];
} pthread_mutex_t, pthread_cond_t;
typedef struct stub_thread *pthread_t;
int pthread_mutex_init(pthread_mutex_t *, const void *), pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_init(pthread_cond_t *, const void *), pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *), pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *), pthread_join(pthread_t, void **);
#endif
