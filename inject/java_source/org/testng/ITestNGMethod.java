package org.testng;

public interface ITestNGMethod {
  String getMethodName();

  int getInvocationCount();

  boolean isBeforeMethodConfiguration();

  boolean isBeforeClassConfiguration();

  boolean isBeforeSuiteConfiguration();

  boolean isBeforeTestConfiguration();

  boolean isBeforeGroupsConfiguration();
}
