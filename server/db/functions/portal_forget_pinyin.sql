-- Whoever changes a name, by whatever statement, need not think of its pinyin.
create or replace function portal_forget_pinyin() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.name_pinyin is not distinct from old.name_pinyin then new.name_pinyin := null; end if;
  return new;
end
$$;

create or replace trigger user_account_renamed before update of real_name on user_account for each row
  when (old.real_name is distinct from new.real_name) execute function portal_forget_pinyin();

create or replace trigger student_renamed before update of real_name on student for each row
  when (old.real_name is distinct from new.real_name) execute function portal_forget_pinyin();
