-- Two errors of send_reply leave out one letter, not all.
create or replace function public.send_proposals(p_proposals jsonb) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_proposal record;
  v_revision integer;
  v_sent jsonb := '{}';
begin
  perform private.require_admin();
  for v_proposal in
    select * from jsonb_to_recordset(p_proposals) p (id uuid, request_id uuid, revision integer, subject text, body text, times jsonb)
    order by p.request_id
  loop
    v_revision := null;
    begin
      -- Refuses also after the caller's own changes, such as in another tab. A visitor whose call has moved
      -- gets no proposal.
      perform private.lock_request(v_proposal.request_id);
      if (private.event_of_form(v_proposal.id, v_proposal.request_id)).id is null and exists (
        select from public.request_events e
        where e.request_id = v_proposal.request_id and e.revision > v_proposal.revision
          and (e.before ?| '{status,date,location}' or e.kind = 'kept' or exists (select from private.letters l where l.event_id = e.id)))
      then
        raise exception using message = 'changed_meanwhile';
      end if;
      v_revision := public.send_reply(v_proposal.id, v_proposal.request_id, v_proposal.revision, 'propose', v_proposal.subject,
        v_proposal.body, v_proposal.times);
    exception when raise_exception then
      if sqlerrm not in ('changed_meanwhile', 'reply_unfit', 'request_gone', 'reply_sent', 'form_used') then
        raise;
      end if;
    end;
    v_sent := v_sent || jsonb_build_object(v_proposal.request_id::text, v_revision);
  end loop;
  return v_sent;
end
$$;
