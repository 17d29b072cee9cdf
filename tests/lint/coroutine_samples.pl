#!/usr/bin/env perl
# Tests the coroutine lint: every file under coroutine/bad must be refused at the marked lines and nowhere else, every file under
# coroutine/good must pass. The first line of a sample says where it pretends to stand; "expect: rule …" marks its line,
# "expect-above: rule …" the line before.
use strict;
use warnings;
use FindBin;

my $failures = 0;
my ($samples, $rules) = (0, {});
for my $file (sort glob("$FindBin::Bin/coroutine/{bad,good}/*.cpp")) {
  my ($as, @expected) = read_marks($file);
  my ($status, @found) = run_lint($file, $as);
  my ($want, $got) = (join("\n", sort @expected), join("\n", sort @found));
  my $is_bad = $file =~ m{/bad/};
  $samples++;
  $rules->{(split / /)[1]} = 1 for @expected;
  next if $want eq $got && $is_bad == ($status != 0) && $is_bad == (@expected > 0);
  $failures++;
  print "FAILED $file\n  expected (line rule):\n", indent($want), "  found, exit $status:\n", indent($got);
}
die "no samples\n" unless $samples > 20;
print "$samples samples, ", scalar keys %$rules, " rules, $failures failures\n";
exit($failures ? 1 : 0);

sub read_marks {
  my ($file) = @_;
  open my $in, '<', $file or die "$file: $!\n";
  my ($as, @expected);
  while (my $text = <$in>) {
    $as = $1 if $. == 1 && $text =~ m{^// as: (\S+)};
    push @expected, "$. $_" for $text =~ /expect: ([\w -]+)/ ? split(' ', $1) : ();
    push @expected, ($. - 1) . " $_" for $text =~ /expect-above: ([\w -]+)/ ? split(' ', $1) : ();
  }
  die "$file: its first line must say '// as: PATH'\n" unless defined $as;
  return ($as, @expected);
}

sub run_lint {
  my ($file, $as) = @_;
  open my $out, '-|', $^X, "$FindBin::Bin/coroutine_lint.pl", '--as', $as, $file or die "cannot start the lint: $!\n";
  my @found;
  while (my $text = <$out>) { push @found, "$1 $2" if $text =~ /^\Q$file\E:(\d+): \[([\w-]+)\]/ }
  close $out;
  return ($? >> 8, @found);
}

sub indent { return join '', map { "    $_\n" } split /\n/, $_[0] }
