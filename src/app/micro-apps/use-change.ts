/** Of the interface, so that applications of others make and tell changes as the portal's own do. */
export { useChange } from '../core/query/use-change.ts'
