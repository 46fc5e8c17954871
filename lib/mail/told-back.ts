/**
 * A booking whose visitor was told how its call stands, for undoing that. `location` is the one that
 * they were told before, if it was another.
 */
export interface ToldBack {
  id: string
  location?: string
}
