package org.testng;

public interface IClass {
  String getName();
}
