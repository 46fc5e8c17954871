// Generated from supabase/migrations by `npm run db:types`.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      availability: {
        Row: {
          date: string
          is_available: boolean
          overrides_closure: boolean
          time_slot_id: string
          updated_at: string
        }
        Insert: {
          date: string
          is_available: boolean
          time_slot_id: string
          updated_at?: string
        }
        Update: {
          date?: string
          is_available?: boolean
          time_slot_id?: string
          updated_at?: string
        }
        Relationships: [{
          foreignKeyName: 'availability_time_slot_id_fkey'
          columns: ['time_slot_id']
          isOneToOne: false
          referencedRelation: 'time_slots'
          referencedColumns: ['id']
        }]
      }
      bookings: {
        Row: {
          act: Json | null
          calendar_sequence: number
          cancel_message: string | null
          cancel_reason: string | null
          changed_at: string
          created_at: string
          date: string
          email: string
          fit: string | null
          form_id: string
          id: string
          known: Json | null
          link_version: number
          location: string | null
          message: string | null
          name: string
          package: string | null
          period: string
          phone: string | null
          price_seen: string | null
          revision: number
          room: string | null
          status: string
          time_slot_id: string
        }
        Insert: Record<string, never>
        Update: {
          cancel_message?: string | null
          cancel_reason?: string | null
          location?: string | null
          status?: string
        }
        Relationships: [{
          foreignKeyName: 'bookings_id_fkey'
          columns: ['id']
          isOneToOne: true
          referencedRelation: 'requests'
          referencedColumns: ['id']
        }, {
          foreignKeyName: 'bookings_time_slot_id_fkey'
          columns: ['time_slot_id']
          isOneToOne: false
          referencedRelation: 'time_slots'
          referencedColumns: ['id']
        }]
      }
      closed_dates: {
        Row: {
          closed_at: string
          date: string
          reason: string | null
        }
        Insert: Record<string, never>
        Update: {
          reason?: string | null
        }
        Relationships: []
      }
      inquiries: {
        Row: {
          act: Json | null
          created_at: string
          email: string
          fit: string | null
          form_id: string
          id: string
          message: string | null
          name: string
          package: string | null
          price_seen: string | null
          revision: number
          status: string
        }
        Insert: Record<string, never>
        Update: {
          status?: string
        }
        Relationships: [{
          foreignKeyName: 'inquiries_id_fkey'
          columns: ['id']
          isOneToOne: true
          referencedRelation: 'requests'
          referencedColumns: ['id']
        }]
      }
      offer_acceptances: {
        Row: {
          accepted_at: string
          channel: string
          consent_text: string | null
          email: string
          email_text: string | null
          keep_until: string
          offer_id: string
          recorded_by: string | null
          revision: number | null
          sha256: string
          typed_name: string | null
          version: number
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [{
          foreignKeyName: 'offer_acceptances_offer_id_fkey'
          columns: ['offer_id']
          isOneToOne: true
          referencedRelation: 'offers'
          referencedColumns: ['id']
        }, {
          foreignKeyName: 'offer_acceptances_offer_id_version_fkey'
          columns: ['offer_id', 'version']
          isOneToOne: false
          referencedRelation: 'offer_versions'
          referencedColumns: ['offer_id', 'version']
        }]
      }
      offer_endings: {
        Row: {
          ended: string
          ended_at: string
          ended_by: string
          offer_id: string
          reason: string | null
          revision: number | null
          version: number
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [{
          foreignKeyName: 'offer_endings_offer_id_version_fkey'
          columns: ['offer_id', 'version']
          isOneToOne: true
          referencedRelation: 'offer_versions'
          referencedColumns: ['offer_id', 'version']
        }]
      }
      offer_versions: {
        Row: {
          body: Json
          offer_id: string
          revision: number | null
          sent_at: string
          sent_by: string
          sha256: string
          text: string
          total_cents: number
          valid_until: string
          version: number
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [{
          foreignKeyName: 'offer_versions_offer_id_fkey'
          columns: ['offer_id']
          isOneToOne: false
          referencedRelation: 'offers'
          referencedColumns: ['id']
        }]
      }
      offers: {
        Row: {
          created_at: string
          created_by: string
          draft: Json | null
          draft_revision: number
          id: string
          link_version: number
          request_id: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [{
          foreignKeyName: 'offers_request_id_fkey'
          columns: ['request_id']
          isOneToOne: false
          referencedRelation: 'requests'
          referencedColumns: ['id']
        }]
      }
      recurring_availability: {
        Row: {
          day_of_week: number
          is_available: boolean
          time_slot_id: string
          updated_at: string
        }
        Insert: {
          day_of_week: number
          is_available?: boolean
          time_slot_id: string
          updated_at?: string
        }
        Update: {
          day_of_week?: number
          is_available?: boolean
          time_slot_id?: string
          updated_at?: string
        }
        Relationships: [{
          foreignKeyName: 'recurring_availability_time_slot_id_fkey'
          columns: ['time_slot_id']
          isOneToOne: false
          referencedRelation: 'time_slots'
          referencedColumns: ['id']
        }]
      }
      request_events: {
        Row: {
          actor: string
          after: Json | null
          at: string
          before: Json | null
          form_id: string | null
          id: number
          kind: string
          request_id: string
          revision: number
          turn: string | null
          undoes: number | null
          waits_until: string | null
          what: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [{
          foreignKeyName: 'request_events_request_id_fkey'
          columns: ['request_id']
          isOneToOne: false
          referencedRelation: 'requests'
          referencedColumns: ['id']
        }, {
          foreignKeyName: 'request_events_undoes_fkey'
          columns: ['undoes']
          isOneToOne: true
          referencedRelation: 'request_events'
          referencedColumns: ['id']
        }]
      }
      request_notes: {
        Row: {
          author: string | null
          body: string
          created_at: string
          edited_at: string | null
          id: string
          request_id: string
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [{
          foreignKeyName: 'request_notes_author_fkey'
          columns: ['author']
          isOneToOne: false
          referencedRelation: 'users'
          referencedColumns: ['id']
        }, {
          foreignKeyName: 'request_notes_request_id_fkey'
          columns: ['request_id']
          isOneToOne: false
          referencedRelation: 'requests'
          referencedColumns: ['id']
        }]
      }
      requests: {
        Row: {
          created_at: string
          due_at: string
          id: string
          kind: string
          ours_from: string
          outcome: string | null
          outcome_reason: string | null
          over_from: string
          owner: string | null
          search_text: string
          starts: string | null
          status: string
          theirs_from: string | null
          turn_reason: string | null
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: [{
          foreignKeyName: 'requests_owner_fkey'
          columns: ['owner']
          isOneToOne: false
          referencedRelation: 'users'
          referencedColumns: ['id']
        }]
      }
      time_slot_presets: {
        Row: {
          duration_minutes: number
        }
        Insert: Record<string, never>
        Update: Record<string, never>
        Relationships: []
      }
      time_slots: {
        Row: {
          duration_minutes: number
          end_time: string
          id: string
          start_time: string
        }
        Insert: {
          duration_minutes: number
          end_time: string
          id?: string
          start_time: string
        }
        Update: Record<string, never>
        Relationships: []
      }
    }
    Views: {
      admin_requests: {
        Row: {
          cancel_message: string | null
          cancel_reason: string | null
          created_at: string | null
          date: string | null
          due_at: string | null
          email: string | null
          email_key: string | null
          end_time: string | null
          fit: string | null
          id: string | null
          is_archived: boolean | null
          is_held: boolean | null
          is_kept: boolean | null
          is_lost: boolean | null
          is_no_show: boolean | null
          is_on_closed_date: boolean | null
          is_past: boolean | null
          is_proposed: boolean | null
          is_quoted: boolean | null
          is_their_turn: boolean | null
          is_to_answer: boolean | null
          is_undecided: boolean | null
          is_upcoming: boolean | null
          is_won: boolean | null
          message: string | null
          message_key: string | null
          name: string | null
          name_key: string | null
          ours_from: string | null
          outcome: string | null
          over_from: string | null
          owner: string | null
          package: string | null
          phone: string | null
          price_seen: string | null
          revision: number | null
          search_text: string | null
          start_time: string | null
          starts: string | null
          starts_date: string | null
          starts_time: string | null
          status: string | null
          theirs_from: string | null
          turn_key: string | null
          turn_reason: string | null
          type: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      accept_offer: {
        Args: {
          p_consent: string
          p_email: string
          p_id: string
          p_keep_years: number
          p_link_version: number
          p_name: string
          p_sha256: string
          p_site_key: string
          p_version: number
        }
        Returns: Json
      }
      add_calendar: {
        Args: {
          p_address: string
          p_all_day_busy: boolean
          p_busy: string
          p_has_events: boolean
          p_host: string
          p_id: string
          p_label: string
          p_unread?: Json
        }
        Returns: undefined
      }
      add_note: {
        Args: {
          p_body: string
          p_id: string
          p_request_id: string
        }
        Returns: undefined
      }
      admit_code: {
        Args: {
          p_site_key: string
          p_user: string
          p_way?: string
        }
        Returns: Json
      }
      admit_password: {
        Args: {
          p_address?: string
          p_device?: string
          p_email: string
          p_site_key: string
        }
        Returns: string
      }
      admit_recovery: {
        Args: {
          p_email: string
          p_site_key: string
        }
        Returns: boolean
      }
      asks_for_phone: {
        Args: never
        Returns: boolean
      }
      book_call: {
        Args: {
          p_date: string
          p_details?: Json
          p_email: string
          p_end_time: string
          p_message?: string
          p_name: string
          p_outside?: boolean
          p_request_id: string
          p_start_time: string
        }
        Returns: string
      }
      cancel_managed_booking: {
        Args: {
          p_address?: string
          p_id: string
          p_link_version: number
          p_reason?: string
          p_seen_sequence: number
          p_site_key: string
        }
        Returns: Json
      }
      claim_calendar: {
        Args: {
          p_site_key: string
        }
        Returns: Json
      }
      claim_mail: {
        Args: {
          p_limit: number
          p_site_key: string
        }
        Returns: Json
      }
      close_dates: {
        Args: {
          p_from: string
          p_reason?: string
          p_to: string
        }
        Returns: number
      }
      copy_recurring_availability: {
        Args: {
          p_seen_ids: Json
          p_time_slot_ids: string[]
        }
        Returns: undefined
      }
      copy_visitor_link: {
        Args: {
          p_booking_id: string
        }
        Returns: number
      }
      count_offer_guesses: {
        Args: {
          p_offer_id: string
        }
        Returns: number
      }
      count_requests: {
        Args: {
          p_email: string
        }
        Returns: number
      }
      count_views: {
        Args: never
        Returns: Json
      }
      create_booking: {
        Args: {
          p_address?: string
          p_date: string
          p_details?: Json
          p_email: string
          p_message?: string
          p_name: string
          p_request_id?: string
          p_site_key?: string
          p_time_slot_id: string
        }
        Returns: Json
      }
      create_inquiry: {
        Args: {
          p_address?: string
          p_details?: Json
          p_email: string
          p_message?: string
          p_name: string
          p_request_id?: string
          p_site_key?: string
        }
        Returns: Json
      }
      decline_offer: {
        Args: {
          p_email: string
          p_id: string
          p_link_version: number
          p_reason?: string
          p_sha256: string
          p_site_key: string
          p_version: number
        }
        Returns: Json
      }
      delete_note: {
        Args: {
          p_id: string
        }
        Returns: undefined
      }
      delete_offer: {
        Args: {
          p_offer_id: string
        }
        Returns: undefined
      }
      dismiss_mails: {
        Args: {
          p_ids: string[]
        }
        Returns: number
      }
      edit_note: {
        Args: {
          p_body: string
          p_id: string
        }
        Returns: undefined
      }
      erase_managed_booking: {
        Args: {
          p_email: string
          p_id: string
          p_link_version: number
          p_site_key: string
        }
        Returns: undefined
      }
      erase_person: {
        Args: {
          p_cancels?: boolean
          p_email: string
        }
        Returns: number
      }
      export_person: {
        Args: {
          p_id: string
        }
        Returns: Json
      }
      export_requests: {
        Args: {
          p_before?: string
          p_before_id?: string
          p_limit?: number
        }
        Returns: Json
      }
      finish_calendar: {
        Args: {
          p_address?: string
          p_busy?: string
          p_error?: string
          p_has_events?: boolean
          p_id: string
          p_lease: string
          p_site_key: string
          p_unread?: Json
        }
        Returns: string
      }
      finish_mail: {
        Args: {
          p_id: string
          p_lease: string
          p_result: Json
          p_site_key: string
        }
        Returns: undefined
      }
      get_affected_bookings: {
        Args: {
          p_day_of_week?: number
          p_from: string
          p_time_slot_ids?: string[]
          p_to?: string
        }
        Returns: {
          date: string
          end_time: string
          id: string
          name: string
          start_time: string
          total: number
        }[]
      }
      get_all_slots_for_date: {
        Args: {
          p_date: string
        }
        Returns: {
          end_time: string
          id: string
          is_available: boolean
          is_booked: boolean
          start_time: string
        }[]
      }
      get_available_slots: {
        Args: {
          p_from: string
          p_to: string
        }
        Returns: {
          date: string
          end_time: string
          id: string
          start_time: string
        }[]
      }
      get_available_slots_for_date: {
        Args: {
          p_date: string
        }
        Returns: {
          end_time: string
          id: string
          start_time: string
        }[]
      }
      get_calendar_feed: {
        Args: never
        Returns: Json
      }
      get_calls_to_tell: {
        Args: never
        Returns: Json
      }
      get_days: {
        Args: {
          p_from: string
          p_to: string
        }
        Returns: {
          booked: number
          busy: number
          date: string
          free: number
          is_changed: boolean
          is_closed: boolean
          off: number
          reason: string
          taken: number
        }[]
      }
      get_late_calls: {
        Args: never
        Returns: string[]
      }
      get_link_version: {
        Args: {
          p_booking_id: string
        }
        Returns: number
      }
      get_mail_problems: {
        Args: never
        Returns: {
          about: string
          about_id: string
          attempts: number
          due_at: string
          email: string
          given_up: boolean
          given_up_at: string
          id: string
          is_being_sent: boolean
          kind: string
          last_error: string
          may_have_arrived: boolean
          name: string
          recipient: string
          total_cents: number
        }[]
      }
      get_managed_booking: {
        Args: {
          p_id: string
          p_site_key: string
        }
        Returns: Json
      }
      get_news: {
        Args: {
          p_days: number
          p_site_key: string
        }
        Returns: Json
      }
      get_offer: {
        Args: {
          p_id: string
          p_site_key: string
        }
        Returns: Json
      }
      get_settings: {
        Args: never
        Returns: Json
      }
      get_site_key_state: {
        Args: {
          p_site_key?: string
        }
        Returns: string
      }
      get_studio_zone: {
        Args: never
        Returns: string
      }
      is_admin: {
        Args: never
        Returns: boolean
      }
      is_recovery_link: {
        Args: {
          p_site_key: string
          p_token: string
        }
        Returns: boolean
      }
      keep_call: {
        Args: {
          p_booking_id: string
        }
        Returns: number
      }
      keep_calls: {
        Args: {
          p_booking_ids: string[]
        }
        Returns: Json
      }
      link_needs_code: {
        Args: {
          p_site_key: string
          p_token: string
        }
        Returns: boolean
      }
      list_admins: {
        Args: never
        Returns: {
          code_removed_at: string
          code_removed_by: string
          code_since: string
          email: string
          id: string
          last_sign_in_at: string
          wrong_codes_at: string
        }[]
      }
      list_automatic_mails: {
        Args: {
          p_request_id: string
        }
        Returns: {
          at: string
          date: string
          kind: string
          start_time: string
          status: string
        }[]
      }
      list_busy: {
        Args: {
          p_from: string
          p_to: string
        }
        Returns: {
          ends_at: string
          is_known: boolean
          label: string
          starts_at: string
        }[]
      }
      list_calendars: {
        Args: never
        Returns: {
          added_by: string
          all_day_busy: boolean
          failing_since: string
          has_events: boolean
          host: string
          id: string
          known_until: string
          label: string
          last_error: string
          last_good_at: string
          unread: Json
        }[]
      }
      list_closed_calls: {
        Args: never
        Returns: Json
      }
      list_offers: {
        Args: {
          p_state?: string
        }
        Returns: Json
      }
      list_person: {
        Args: {
          p_email: string
        }
        Returns: {
          created_at: string
          date: string
          id: string
          start_time: string
          status: string
          type: string
        }[]
      }
      list_replies: {
        Args: {
          p_request_id: string
        }
        Returns: {
          body: string
          created_at: string
          kind: string
          revision: number
          sent_at: string
          sent_by: string
          subject: string
          waits: boolean
        }[]
      }
      mail_location: {
        Args: {
          p_booking_ids: string[]
        }
        Returns: number
      }
      move_booking: {
        Args: {
          p_booking_id: string
          p_date: string
          p_end_time: string
          p_form_id?: string
          p_outside?: boolean
          p_seen: Json
          p_start_time: string
        }
        Returns: number
      }
      move_managed_booking: {
        Args: {
          p_address?: string
          p_date: string
          p_id: string
          p_link_version: number
          p_seen_sequence: number
          p_site_key: string
          p_time_slot_id: string
        }
        Returns: Json
      }
      offer_went_out: {
        Args: {
          p_request_id: string
        }
        Returns: boolean
      }
      read_calendar_feed: {
        Args: {
          p_site_key: string
          p_token_sha256: string
        }
        Returns: Json
      }
      read_calendar_next: {
        Args: {
          p_all_day_busy?: boolean
          p_id: string
          p_may_be_empty?: boolean
        }
        Returns: undefined
      }
      record_acceptance: {
        Args: {
          p_email_text: string
          p_keep_years: number
          p_offer_id: string
          p_version: number
        }
        Returns: number
      }
      record_code: {
        Args: {
          p_site_key: string
          p_user: string
          p_way?: string
        }
        Returns: undefined
      }
      record_password: {
        Args: {
          p_address?: string
          p_device?: string
          p_email: string
          p_new_device?: string
          p_site_key: string
        }
        Returns: string
      }
      remove_calendar: {
        Args: {
          p_id: string
        }
        Returns: undefined
      }
      remove_factor: {
        Args: {
          p_site_key: string
          p_user: string
        }
        Returns: undefined
      }
      reopen_dates: {
        Args: {
          p_from: string
          p_reason?: string
          p_to: string
        }
        Returns: number
      }
      replace_recurring_availability: {
        Args: {
          p_day_of_week: number
          p_seen_ids: string[]
          p_time_slot_ids: string[]
        }
        Returns: undefined
      }
      reset_date: {
        Args: {
          p_date: string
        }
        Returns: undefined
      }
      restore_dates: {
        Args: {
          p_closed: Json
          p_slots: Json
        }
        Returns: undefined
      }
      retry_mails: {
        Args: {
          p_ids: string[]
        }
        Returns: number
      }
      save_offer_draft: {
        Args: {
          p_draft: Json
          p_request_id: string
          p_seen_revision: number
        }
        Returns: Json
      }
      search_patterns: {
        Args: {
          p_query: string
        }
        Returns: string[]
      }
      send_offer: {
        Args: {
          p_body: Json
          p_mailed?: boolean
          p_offer_id: string
          p_seen_revision: number
          p_text: string
          p_total_cents: number
          p_valid_until: string
        }
        Returns: number
      }
      send_proposals: {
        Args: {
          p_proposals: Json
        }
        Returns: Json
      }
      send_reply: {
        Args: {
          p_body?: string
          p_id: string
          p_kind: string
          p_request_id: string
          p_revision: number
          p_subject?: string
          p_times?: Json
        }
        Returns: number
      }
      set_answered: {
        Args: {
          p_answered: boolean
          p_form_id?: string
          p_is_needed?: boolean
          p_request_id: string
        }
        Returns: number
      }
      set_calendar_feed: {
        Args: {
          p_token_sha256?: string
        }
        Returns: undefined
      }
      set_date_availability: {
        Args: {
          p_date: string
          p_is_available: boolean
        }
        Returns: undefined
      }
      set_known: {
        Args: {
          p_booking_ids: string[]
          p_seen: Json
        }
        Returns: Json
      }
      set_outcome: {
        Args: {
          p_booking_id: string
          p_form_id?: string
          p_outcome?: string
          p_reason?: string
        }
        Returns: number
      }
      set_owner: {
        Args: {
          p_form_id?: string
          p_owner?: string
          p_request_id: string
          p_seen?: Json
        }
        Returns: number
      }
      set_settings: {
        Args: {
          p_changes: Json
          p_seen: Json
        }
        Returns: undefined
      }
      set_slot_availability: {
        Args: {
          p_date: string
          p_is_available: boolean
          p_time_slot_id: string
        }
        Returns: undefined
      }
      undo_act: {
        Args: {
          p_request_id: string
          p_revision: number
        }
        Returns: string
      }
      undo_code: {
        Args: {
          p_site_key: string
          p_user: string
          p_way: string
        }
        Returns: undefined
      }
      undo_recovery: {
        Args: {
          p_email: string
          p_site_key: string
        }
        Returns: undefined
      }
      withdraw_offer: {
        Args: {
          p_mailed?: boolean
          p_offer_id: string
          p_reason?: string
          p_version: number
        }
        Returns: number
      }
    }
  }
}
