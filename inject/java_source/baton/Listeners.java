package baton;

import java.util.concurrent.CopyOnWriteArrayList;

/** The list that a notifier of JUnit 4 keeps its listeners in, with ours from the start. */
public final class Listeners<T> extends CopyOnWriteArrayList<T> {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("unchecked")
  public Listeners() {
    OldListener ours = OldListener.forNotifier();
    if (ours != null) add((T) ours);
  }
}
