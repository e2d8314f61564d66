-- The name that an upload had until its MD5 was known. Chunks that were on their way when it was named still find it by this.

alter table storage_upload add column begun_as text check (begun_as ~ '^[0-9a-f]{32}$');
