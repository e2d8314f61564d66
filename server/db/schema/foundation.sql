-- What every table stands on: the application's roles, their rights, and the collations of names.

-- Roles belong to the whole cluster, while several of its databases may be made at once: whoever comes second finds the role there.
do $$
begin
  for attempt in 1..10 loop
    begin
      if not exists (select from pg_roles where rolname = 'portal_app') then
        create role portal_app nologin;
      end if;
      -- Erases and merges people: may also change what is append-only for the application. Row-level security narrows it to the unit as well.
      if not exists (select from pg_roles where rolname = 'portal_personal_data') then
        create role portal_personal_data nologin in role portal_app;
      end if;
      execute format('grant portal_app, portal_personal_data to %I', current_user);
      exit;
    exception
      when duplicate_object or unique_violation then null;
      -- "tuple concurrently updated": another database of the cluster grants the same role just now.
      when internal_error then
        if attempt = 10 then raise; end if;
        perform pg_sleep(0.02 * attempt);
    end;
  end loop;
end
$$;

revoke create on schema public from public;
grant usage on schema public to portal_app;

-- Tables, sequences and functions are usable by the application without a grant of their own; never truncate, never DDL.
alter default privileges in schema public grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage on sequences to portal_app;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant execute on functions to portal_app;

-- As people read names in each language, with numbers by their value: the same as the browser's Intl.Collator. A PostgreSQL that was built without ICU
-- orders by code point, and the page then puts into order what it has.
do $$
begin
  create collation portal_names_zh (provider = icu, locale = 'zh-u-co-pinyin-kn-true-ks-level1');
  create collation portal_names_en (provider = icu, locale = 'en-u-kn-true-ks-level1');
exception
  when feature_not_supported then
    create collation portal_names_zh from "C";
    create collation portal_names_en from "C";
end
$$;
