'use client'

import dynamic from 'next/dynamic'
import { MissingScript } from '../_components/missing-script'

/** The availability form. Its script comes when a section with it is opened, once for all of them. */
export const AvailabilityForm = dynamic(
  () => import('./availability-form').then((file) => file.AvailabilityForm).catch(() => MissingScript),
  { loading: () => <p role="status">Loading...</p> },
)
