package org.testng;

public class SkipException extends RuntimeException {}
