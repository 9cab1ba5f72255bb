package org.junit.platform.engine;

public class UniqueId {}
