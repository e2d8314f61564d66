import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '../../../contract/portal-error.ts'
import { describeFailure } from '../failure.ts'
import { drainBody } from './drain-body.ts'
import { failurePage, failurePagePolicy } from './failure-page.ts'
import { isCallPath, pathOf } from './request-log.ts'

/** Answers everything that goes wrong: calls get the envelope, and a person who opened an address gets a small page in both languages. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) =>
    answerFailure(new PortalError('request.not_found'), request, reply),
  )
}

/** Sends the answer for a failure and logs it when it is the portal's own fault. */
export async function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { code, http, envelope, retryAfter } = describeFailure(error)
  request.outcome = code
  if (code === 'server.internal') request.log.error({ err: error }, 'a request failed')
  if (code === 'server.unavailable') request.log.warn({ err: error }, 'a request could not be served')
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  await drainBody(request, reply)
  void reply.header('cache-control', 'no-store')
  // An event source takes no envelope; 204 tells it to stay away (HTML standard, section 9.2), and the page's next call says why.
  if (envelope.status === 401 && request.headers.accept === 'text/event-stream') return reply.code(204).send()
  if (isCallPath(pathOf(request))) return reply.code(http).send(envelope)
  return reply
    .code(http === 200 ? envelope.status : http)
    .header('content-security-policy', failurePagePolicy)
    .type('text/html; charset=utf-8')
    .send(failurePage(code))
}
