import { describeFailure } from '../../http/failures.ts'
import { errorText } from '../../../contract/error-texts.ts'

/** Words of the specification for what was wrong. */
type CodeMinor =
  | 'invalid_filter_field'
  | 'invalid_selection_field'
  | 'invaliddata'
  | 'unauthorisedrequest'
  | 'forbidden'
  | 'server_busy'
  | 'unknownobject'
  | 'internal_server_error'

/** A refusal in the words of OneRoster. */
export class RosterFailure extends Error {
  override readonly name = 'RosterFailure'
  readonly status: number
  readonly minor: CodeMinor
  constructor(status: number, minor: CodeMinor, description: string) {
    super(description)
    this.status = status
    this.minor = minor
  }
}

const MINORS: Readonly<Record<number, CodeMinor>> = {
  401: 'unauthorisedrequest',
  403: 'forbidden',
  404: 'unknownobject',
  429: 'server_busy',
  503: 'server_busy',
}

/** Any failure as imsx_StatusInfo, with its HTTP status and its code for the log. */
export function describeRosterFailure(error: unknown) {
  if (error instanceof RosterFailure)
    return {
      status: error.status,
      code: error.minor,
      retryAfter: undefined,
      body: statusInfo(error.minor, error.message),
    }
  const { code, http, envelope, retryAfter } = describeFailure(error)
  const status = http === 200 ? envelope.status : http
  const minor = MINORS[status] ?? (status >= 500 ? 'internal_server_error' : 'invaliddata')
  return { status, code, retryAfter, body: statusInfo(minor, errorText(code, 'en')) }
}

function statusInfo(minor: CodeMinor, description: string) {
  return {
    imsx_codeMajor: 'failure',
    imsx_severity: 'error',
    imsx_description: description,
    imsx_CodeMinor: {
      imsx_codeMinorField: [{ imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: minor }],
    },
  }
}
