/** A WebSocket client that sends and receives the frames of Realtime. */
import { once } from 'node:events'
import WebSocket from 'ws'
import { sharedCopy } from './embedded'

export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: {
    status?: string
    response?: Record<string, unknown>
    message?: string
    ids?: number[]
    data?: Change
  }
}

/** The data of a `postgres_changes` event of Realtime. */
export interface Change {
  type: string
  record?: Record<string, unknown> | null
  old_record?: Record<string, unknown>
  columns?: { name: string; type: string }[] | null
  commit_timestamp?: string | null
  errors: string[] | null
}

/**
 * Starts a server for the Realtime tests. Its database differs from the site's: admins may delete bookings, one more
 * table is not published, the admin has two hundred sessions, and the transaction of the message 'Slow' takes time.
 */
export function realtimeCopy() {
  return sharedCopy({
    sql: `grant delete on public.bookings to authenticated;
          create policy "Admins delete" on public.bookings for delete to authenticated using (public.is_admin());
          insert into auth.sessions (id, user_id)
          select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, id from auth.users, generate_series(0, 199) n
          where raw_app_meta_data ->> 'role' = 'admin';
          create table public.notes (id int primary key); grant select on public.notes to authenticated;
          create function public.take_time() returns trigger language plpgsql as
          $$ begin perform pg_sleep(0.3); return null; end $$;
          create trigger take_time after insert on public.inquiries
          for each row when (new.message = 'Slow') execute function public.take_time();
          update private.submission_caps set max = 1000000`,
  })
}

/** The change in a frame, if there is one. */
export function dataOf({ payload }: Frame): Change | undefined {
  return payload.data
}

export async function openSocket(url: string, key: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`)
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  const closed = once(socket, 'close').then(([code]) => code as number)
  socket.on('message', (data: Buffer) => {
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString()) as [
      string,
      string,
      string,
      string,
      Frame['payload'],
    ]
    frames.push({ joinRef, ref, topic, event, payload })
    for (const look of waiting) look()
  })
  await once(socket, 'open')

  /** Waits for the next frame with this event (and topic). Removes the frame from `frames` and returns it. */
  async function next(event: string, topic?: string): Promise<Frame> {
    const find = () =>
      frames.findIndex((frame) => frame.event === event && (topic === undefined || frame.topic === topic))
    while (find() < 0) {
      await new Promise<void>((resolve) => {
        const look = () => {
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      })
    }
    const [frame] = frames.splice(find(), 1)
    if (!frame) throw new Error('no frame')
    return frame
  }
  const send = (...frame: unknown[]) => socket.send(JSON.stringify(frame))
  return {
    socket,
    frames,
    closed,
    next,
    send,
    /** Joins the topic `realtime:NAME` for the changes of a table. Returns the reply. */
    async join(name: string, table: string, token?: string, config: Record<string, unknown> = {}) {
      const changes = [{ event: '*', schema: 'public', table }]
      send(name, name, `realtime:${name}`, 'phx_join', {
        config: { postgres_changes: changes, ...config },
        ...(token === undefined ? {} : { access_token: token }),
      })
      return next('phx_reply', `realtime:${name}`)
    },
    /** Sends a heartbeat. Returns the frames that came before its reply. */
    async settled() {
      send(null, 'settled', 'phoenix', 'heartbeat', {})
      await next('phx_reply', 'phoenix')
      return frames
    },
    close() {
      socket.close()
      return closed
    },
  }
}
