
/** What changed methods answer comes through here: where it is a test that gets it and does not drop it, another answer of the same kind. */
@SuppressWarnings({"all", "unchecked", "rawtypes"})
final class BatonVariantMARK {
  private static final String[] TESTS = {TESTS_LIST};
  /** `PATH:LINE METHOD` of statements that are nothing but the call. */
  private static final java.util.Set<String> DROPPED = new java.util.HashSet<>(java.util.Arrays.asList(DROPPED_LIST));

  /** What each answered first. */
  private static final java.util.Map<String, Object> FIRSTS = new java.util.concurrent.ConcurrentHashMap<>();

  private final boolean isOrder;
  private int leaves;

  private BatonVariantMARK(String method) {
    isOrder = method.matches("(?i)cmp|compare\\w*");
  }

  static <T> T of(T value, String told, String method) {
    StackTraceElement[] frames = new Throwable().getStackTrace();
    String test = frames.length < 3 ? null : testOf(frames[2]);
    if (test == null || DROPPED.contains(test + ":" + frames[2].getLineNumber() + " " + method)) return value;
    BatonVariantMARK variant = new BatonVariantMARK(method);
    Object other = variant.otherThan(value, 0);
    if (variant.leaves == 0) return value;
    if (FROZEN) {
      Object first = FIRSTS.computeIfAbsent(told, name -> value);
      if (first.getClass() != value.getClass() || java.util.Objects.deepEquals(first, value)) return value;
      other = first;
    }
    if (LOUD) throw new IllegalStateException("baton: " + told + " answers otherwise");
    return (T) other;
  }

  private static String testOf(StackTraceElement frame) {
    String file = frame.getClassName().replaceAll("\\$.*", "").replace('.', '/') + ".java";
    for (String path : TESTS) if (("/" + path).endsWith("/" + file)) return path;
    return null;
  }

  private <T> T leaf(T other) {
    leaves += 1;
    return other;
  }

  /** What holds no data is handed on as it is. */
  private Object otherThan(Object one, int depth) {
    if (one == null || depth > 8) return one;
    if (NEAR) return nearTo(one, depth);
    if (one instanceof Integer) return leaf((int) otherOf((long) (Integer) one));
    if (one instanceof Long) return leaf(otherOf((long) (Long) one));
    if (one instanceof Short) return leaf((short) otherOf((long) (Short) one));
    if (one instanceof Byte) return leaf((byte) otherOf((long) (Byte) one));
    if (one instanceof Double) return leaf(Double.isNaN((Double) one) ? 0.0 : 2 * (Double) one + Math.copySign(1, (Double) one));
    if (one instanceof Float) return leaf(Float.isNaN((Float) one) ? 0f : 2 * (Float) one + Math.copySign(1, (Float) one));
    if (one instanceof Boolean) return leaf(!(Boolean) one);
    if (one instanceof Character) return leaf((char) ((Character) one + 1));
    if (one instanceof String) return leaf(new StringBuilder((String) one).reverse() + "~");
    if (one instanceof java.math.BigInteger) return leaf(((java.math.BigInteger) one).shiftLeft(1).add(java.math.BigInteger.valueOf(((java.math.BigInteger) one).signum() < 0 ? -1 : 1)));
    if (one instanceof java.math.BigDecimal) return leaf(((java.math.BigDecimal) one).add((java.math.BigDecimal) one).add(java.math.BigDecimal.valueOf(((java.math.BigDecimal) one).signum() < 0 ? -1 : 1)));
    if (one instanceof Enum) return otherOf((Enum<?>) one);
    if (one instanceof java.time.Duration) return leaf(((java.time.Duration) one).multipliedBy(2).plusSeconds(1));
    if (one instanceof java.time.temporal.Temporal) return later((java.time.temporal.Temporal) one);
    if (one instanceof java.util.Optional) return ((java.util.Optional<?>) one).map(each -> otherThan(each, depth + 1));
    if (one instanceof java.util.Collection) return otherOf((java.util.Collection<?>) one, depth);
    if (one instanceof java.util.Map) return otherOf((java.util.Map<?, ?>) one, depth);
    if (one.getClass().isArray()) return otherArray(one, depth);
    return otherRecord(one, depth);
  }

  /** Of what says which comes first only the sign is an answer. */
  private long otherOf(long one) {
    if (isOrder) return one == 0 ? 1 : -one;
    return 2 * one + (one < 0 ? -1 : 1);
  }

  /** A tenth more, of numbers that are no counts. */
  private Object nearTo(Object one, int depth) {
    if (one instanceof Double) return (Double) one == 0 ? one : leaf(1.1 * (Double) one);
    if (one instanceof Float) return (Float) one == 0 ? one : leaf(1.1f * (Float) one);
    if (one instanceof java.math.BigDecimal)
      return ((java.math.BigDecimal) one).signum() == 0 ? one : leaf(((java.math.BigDecimal) one).multiply(new java.math.BigDecimal("1.1")));
    if (one instanceof java.util.Optional) return ((java.util.Optional<?>) one).map(each -> otherThan(each, depth + 1));
    if (one instanceof java.util.Collection) return otherOf((java.util.Collection<?>) one, depth);
    if (one instanceof java.util.Map) return otherOf((java.util.Map<?, ?>) one, depth);
    if (one.getClass().isArray()) return otherArray(one, depth);
    return one instanceof Enum ? one : otherRecord(one, depth);
  }

  private Object otherOf(Enum<?> one) {
    for (Object each : one.getDeclaringClass().getEnumConstants()) if (each != one) return leaf(each);
    return one;
  }

  private Object later(java.time.temporal.Temporal one) {
    try {
      return leaf(one.plus(1000, java.time.temporal.ChronoUnit.DAYS));
    } catch (RuntimeException unsupported) {
      return one;
    }
  }

  private Object otherOf(java.util.Collection<?> one, int depth) {
    java.util.Collection<Object> other = one instanceof java.util.SortedSet
        ? new java.util.TreeSet<>(((java.util.SortedSet<Object>) one).comparator())
        : one instanceof java.util.Set ? new java.util.LinkedHashSet<>() : new java.util.ArrayList<>();
    if (!(one instanceof java.util.Set || one instanceof java.util.List)) return one;
    for (Object each : one) other.add(otherThan(each, depth + 1));
    return other;
  }

  private Object otherOf(java.util.Map<?, ?> one, int depth) {
    java.util.Map<Object, Object> other = one instanceof java.util.SortedMap
        ? new java.util.TreeMap<>(((java.util.SortedMap<Object, Object>) one).comparator())
        : new java.util.LinkedHashMap<>();
    for (java.util.Map.Entry<?, ?> each : one.entrySet()) other.put(each.getKey(), otherThan(each.getValue(), depth + 1));
    return other;
  }

  private Object otherArray(Object one, int depth) {
    int length = java.lang.reflect.Array.getLength(one);
    Object other = java.lang.reflect.Array.newInstance(one.getClass().getComponentType(), length);
    for (int at = 0; at < length; at++)
      java.lang.reflect.Array.set(other, at, otherThan(java.lang.reflect.Array.get(one, at), depth + 1));
    return other;
  }

  /** By reflection, since older Java has none. */
  private Object otherRecord(Object one, int depth) {
    int before = leaves;
    try {
      if (!(Boolean) Class.class.getMethod("isRecord").invoke(one.getClass())) return one;
      Object[] parts = (Object[]) Class.class.getMethod("getRecordComponents").invoke(one.getClass());
      Class<?>[] types = new Class<?>[parts.length];
      Object[] values = new Object[parts.length];
      for (int at = 0; at < parts.length; at++) {
        types[at] = (Class<?>) parts[at].getClass().getMethod("getType").invoke(parts[at]);
        java.lang.reflect.Method accessor = (java.lang.reflect.Method) parts[at].getClass().getMethod("getAccessor").invoke(parts[at]);
        accessor.setAccessible(true);
        values[at] = otherThan(accessor.invoke(one), depth + 1);
      }
      java.lang.reflect.Constructor<?> made = one.getClass().getDeclaredConstructor(types);
      made.setAccessible(true);
      return made.newInstance(values);
    } catch (ReflectiveOperationException | RuntimeException refused) {
      leaves = before;
      return one;
    }
  }
}
