/* What the host needs of Python, declared by hand: functions of the stable ABI, found by name at run time.

   RL_PYTHON lists them once; whoever opens the host reads the names here and hands over one address for each, in this
   order. Nothing is linked and no header of Python is needed, so the same text compiles wherever a C compiler is. Where
   an object keeps its type, and how large its head is, is told by the Python that runs. */

typedef struct rl_object PyObject;
typedef long long Py_ssize_t;
typedef char rl_words_are_pointers[sizeof(void *) == sizeof(Py_ssize_t) ? 1 : -1];

struct rl_buffer {
    void *buf;
    PyObject *obj;
    Py_ssize_t len, itemsize;
    int readonly, ndim;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
};

struct rl_method {
    const char *name;
    void *function;
    int flags;
    const char *doc;
};

struct rl_slot {
    int slot;
    void *function;
};

struct rl_spec {
    const char *name;
    int basicsize, itemsize;
    unsigned flags;
    struct rl_slot *slots;
};

#define RL_PYTHON(X) \
    X(PyObject *, PyLong_FromLongLong, (long long)) \
    X(PyObject *, PyLong_FromUnsignedLongLong, (unsigned long long)) \
    X(long long, PyLong_AsLongLong, (PyObject *)) \
    X(unsigned long long, PyLong_AsUnsignedLongLong, (PyObject *)) \
    X(unsigned long long, PyLong_AsUnsignedLongLongMask, (PyObject *)) \
    X(PyObject *, PyNumber_Lshift, (PyObject *, PyObject *)) \
    X(PyObject *, PyNumber_Rshift, (PyObject *, PyObject *)) \
    X(PyObject *, PyNumber_Or, (PyObject *, PyObject *)) \
    X(PyObject *, PyErr_Occurred, (void)) \
    X(void, PyErr_Clear, (void)) \
    X(void, PyErr_SetString, (PyObject *, const char *)) \
    X(PyObject *, PyErr_NoMemory, (void)) \
    X(PyObject *, PyList_New, (Py_ssize_t)) \
    X(Py_ssize_t, PyList_Size, (PyObject *)) \
    X(PyObject *, PyList_GetItem, (PyObject *, Py_ssize_t)) \
    X(int, PyList_SetItem, (PyObject *, Py_ssize_t, PyObject *)) \
    X(int, PyList_Append, (PyObject *, PyObject *)) \
    X(PyObject *, PyTuple_New, (Py_ssize_t)) \
    X(Py_ssize_t, PyTuple_Size, (PyObject *)) \
    X(PyObject *, PyTuple_GetItem, (PyObject *, Py_ssize_t)) \
    X(int, PyTuple_SetItem, (PyObject *, Py_ssize_t, PyObject *)) \
    X(PyObject *, PyBytes_FromStringAndSize, (const char *, Py_ssize_t)) \
    X(char *, PyBytes_AsString, (PyObject *)) \
    X(Py_ssize_t, PyBytes_Size, (PyObject *)) \
    X(PyObject *, PyUnicode_FromString, (const char *)) \
    X(PyObject *, PyObject_GetIter, (PyObject *)) \
    X(PyObject *, PyObject_GetItem, (PyObject *, PyObject *)) \
    X(int, PyObject_SetItem, (PyObject *, PyObject *, PyObject *)) \
    X(PyObject *, PyObject_RichCompare, (PyObject *, PyObject *, int)) \
    X(PyObject *, PyObject_Repr, (PyObject *)) \
    X(PyObject *, PyObject_Call, (PyObject *, PyObject *, PyObject *)) \
    X(int, PyObject_GetBuffer, (PyObject *, struct rl_buffer *, int)) \
    X(void, PyBuffer_Release, (struct rl_buffer *)) \
    X(PyObject *, PyType_FromSpec, (struct rl_spec *)) \
    X(PyObject *, PyType_GenericAlloc, (PyObject *, Py_ssize_t)) \
    X(unsigned long, PyType_GetFlags, (PyObject *)) \
    X(void, PyObject_Free, (void *)) \
    X(void *, PyMem_RawMalloc, (size_t_)) \
    X(void *, PyMem_RawRealloc, (void *, size_t_)) \
    X(void, PyMem_RawFree, (void *)) \
    X(void *, PyEval_SaveThread, (void)) \
    X(void, PyEval_RestoreThread, (void *)) \
    X(void, Py_IncRef, (PyObject *)) \
    X(void, Py_DecRef, (PyObject *))

typedef unsigned long long size_t_;

/* Objects that are handed over in the same way. */
#define RL_OBJECTS(X) \
    X(None) X(NotImplemented) X(True) X(False) X(list) X(TypeError) X(ValueError) X(OverflowError) X(IndexError) \
    X(Random)

#define RL_FUNCTION(result, name, given) result(*name) given;
#define RL_OBJECT(name) PyObject *name;

static struct {
    RL_PYTHON(RL_FUNCTION)
} py;

static struct {
    RL_OBJECTS(RL_OBJECT)
} known;

/* Where things are in an object: how large its head is, where in it its type stands, and where in a `Random` its numbers
   are (-1 where that is not known). */
static rl_i64 head, type_at, random_at;

enum {
    METH_NOARGS = 4, METH_O = 8, METH_FASTCALL = 0x80,
    BUFFER_SIMPLE = 0, BUFFER_WRITABLE = 1,
    COMPARE_EQUAL = 2, COMPARE_UNEQUAL = 3,
    IS_LONG = 1 << 24, IS_LIST = 1 << 25, IS_TUPLE = 1 << 26, IS_BYTES = 1 << 27,
    NOT_MADE_BY_CALLING = 1 << 7, NOT_CHANGED = 1 << 8,
    SLOT_SET_ITEM = 3, SLOT_LENGTH = 4, SLOT_GET_ITEM = 5, SLOT_DEALLOC = 52, SLOT_DOC = 56, SLOT_ITER = 62,
    SLOT_METHODS = 64, SLOT_REPR = 66, SLOT_COMPARE = 67
};

static PyObject *type_of(PyObject *object) { return *(PyObject **)((char *)object + type_at); }

/* What a `Random` draws with, itself; 0 of anything else, also of what was derived from it. */
static struct rl_random *generator_of(PyObject *object)
{
    return random_at >= 0 && type_of(object) == known.Random ? (struct rl_random *)((char *)object + random_at) : 0;
}

static void *body_of(PyObject *object) { return (char *)object + head; }

static int is_a(PyObject *object, unsigned long kind) { return (py.PyType_GetFlags(type_of(object)) & kind) != 0; }

static PyObject *with(PyObject *object)
{
    py.Py_IncRef(object);
    return object;
}

static PyObject *wrong(PyObject *kind, const char *message)
{
    py.PyErr_SetString(kind, message);
    return 0;
}

static PyObject *truth(int value) { return with(value ? known.True : known.False); }
