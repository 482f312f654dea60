/** Every promise that the product makes: id, sentence, source. A gate fails for one that no test cites. */
export interface Requirement {
  id: string
  sentence: string
  /** The document and place that the promise comes from. */
  source: string
}
