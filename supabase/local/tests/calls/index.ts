/**
 * The calls of the transcript: every call of the site to the database, and every way in which one can
 * fail. Their order matters: later calls read the rows of earlier ones.
 */
import type { Call } from '../transcript'
import { answers } from './answers'
import { changes } from './changes'
import { errors } from './errors'
import { requests } from './requests'
import { schedule } from './schedule'

export const calls: Call[] = [...schedule, ...requests, ...answers, ...changes, ...errors]
