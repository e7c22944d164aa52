/* The settings of On Error, with which every node can be run. */

/** An item that fails has its error in the output, and the others go on. */
export const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** Both settings by which the other items go on after one has failed. */
export const CONTINUING = ['continueRegularOutput', 'continueErrorOutput'] as const;

export const ON_ERROR = [...CONTINUING, 'stopWorkflow'] as const;
