// What /api/tasks was called while it sent mails alone: timers of installed servers call it still.
export { POST } from '../tasks/route'

export const maxDuration = 300
