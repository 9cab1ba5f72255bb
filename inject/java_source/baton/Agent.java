package baton;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * JUnit 4 loads no listeners by itself. Whoever runs its tests makes a notifier, which keeps its listeners in a list: here it
 * is one of ours. In an archive of its own, since it is loaded where JUnit is not.
 */
public final class Agent implements ClassFileTransformer {
  private static final String NOTIFIER = "org/junit/runner/notification/RunNotifier";
  private static final String LIST = "java/util/concurrent/CopyOnWriteArrayList";
  private static final String OURS = "baton.Listeners".replace('.', '/');

  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new Agent());
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    if (!NOTIFIER.equals(name)) return null;
    try {
      return renamed(bytes);
    } catch (IOException notAsSpecified) {
      return null;
    }
  }

  /** The class with another name among its constants (Java Virtual Machine Specification, 4.4). */
  private static byte[] renamed(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(whole);
    out.writeInt(in.readInt());
    out.writeInt(in.readInt());
    int count = in.readUnsignedShort();
    out.writeShort(count);
    for (int at = 1; at < count; at += 1) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      if (tag == 1) {
        String text = in.readUTF();
        out.writeUTF(text.equals(LIST) ? OURS : text);
        continue;
      }
      int length = tag == 15 ? 3 : tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20 ? 2 : 4;
      boolean isWide = tag == 5 || tag == 6;
      byte[] rest = new byte[isWide ? 8 : length];
      in.readFully(rest);
      out.write(rest);
      if (isWide) at += 1;
    }
    byte[] rest = new byte[in.available()];
    in.readFully(rest);
    out.write(rest);
    return whole.toByteArray();
  }
}
