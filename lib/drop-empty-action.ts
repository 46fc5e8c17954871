import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** Takes an action's header without a value away: no browser sends one, Next answers some with 500, and its matchers cannot see it. */
export function dropEmptyAction(): void {
  subscribe('http.server.request.start', (message) => {
    const { headers } = (message as { request: IncomingMessage }).request
    if (headers['next-action'] === '') delete headers['next-action']
  })
}
