/// A generator that can be set to any address; one per worker, never shared between threads.
public final class RandomStream {
  public init() {}
}
