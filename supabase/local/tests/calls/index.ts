/**
 * The calls of the transcript: all calls that the site makes to the database, and the ways in which calls can fail.
 * Keep their order, because later calls read rows that earlier calls wrote.
 */
import type { Call } from '../transcript'
import { answers } from './answers'
import { changes } from './changes'
import { errors } from './errors'
import { requests } from './requests'
import { schedule } from './schedule'

export const calls: Call[] = [...schedule, ...requests, ...answers, ...changes, ...errors]
