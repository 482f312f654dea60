/** `honest`: a person may want it, so that it is named and never refused. */
export interface Finding {
  literal: string
  text: string
  honest?: boolean
}
