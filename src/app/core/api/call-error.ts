/** What a call rejects with: applications and features have it from here, and know nothing of how calls are sent. */
export { CallError, type CallFailure, type HttpStatus } from '../../../http/call-error.ts'
