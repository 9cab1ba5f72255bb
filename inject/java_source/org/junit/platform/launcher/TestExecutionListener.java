package org.junit.platform.launcher;

import org.junit.platform.engine.TestExecutionResult;

/** What of JUnit's platform our listener is compiled against; at run time the project's own is there. */
public interface TestExecutionListener {
  default void testPlanExecutionStarted(TestPlan plan) {}

  default void testPlanExecutionFinished(TestPlan plan) {}

  default void executionStarted(TestIdentifier identifier) {}

  default void executionSkipped(TestIdentifier identifier, String reason) {}

  default void executionFinished(TestIdentifier identifier, TestExecutionResult result) {}
}
