/** What the API reference says about a call. */
export interface EndpointText {
  readonly summary: string;
  /** What the schemas cannot express. */
  readonly details?: string;
  /** Who may call it, beyond the call's access level. */
  readonly right?: string;
  /** Other non-error responses, by status. */
  readonly otherAnswers?: Readonly<Record<number, string>>;
  /** The content types of a call that returns a file. */
  readonly fileTypes?: readonly string[];
}

export const member = 'The caller must be a member of the chat. For everybody else the chat does not exist.';
