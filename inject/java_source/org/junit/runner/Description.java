package org.junit.runner;

import java.util.ArrayList;

/** What of JUnit 4 our listener is compiled against; the tests bring their own. */
public class Description {
  public String getClassName() {
    return null;
  }

  public String getMethodName() {
    return null;
  }

  public ArrayList<Description> getChildren() {
    return null;
  }

  public boolean isTest() {
    return false;
  }
}
