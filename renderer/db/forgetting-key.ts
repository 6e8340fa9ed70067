/** The row of `meta` that holds what is being forgotten, until that is done everywhere; it goes last. */
export const forgettingKey = 'forgetting'
