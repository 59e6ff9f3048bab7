// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/straggler_row.h"

#include "ui/compare/compare_text.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kBoxGap = 12;

QString timesAsLong(const Straggler& straggler)
{
    const QString factor = figureText(straggler.factor, 2);
    return straggler.kernelFactor > 1 ? StragglerRow::tr("%1 times (larger stage)", "1.57").arg(factor)
                                      : StragglerRow::tr("%1 times", "1.57").arg(factor);
}

QString sentenceOf(const std::vector<WithoutStragglers>& without)
{
    QStringList ranks;
    for (const WithoutStragglers& one : without)
        if (one.stragglers.size() == 1)
            ranks << StragglerRow::tr("rank %1 takes %2", "1.57 times")
                         .arg(QString::number(one.stragglers.front().rank.value),
                              timesAsLong(one.stragglers.front()));
    return StragglerRow::tr("%1 as long as the others", "rank 2 takes 1.57 times")
        .arg(ranks.join(QStringLiteral(", ")));
}

} // namespace

StragglerRow::StragglerRow(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_boxes(new QHBoxLayout)
    , m_sentence(new ElidedLabel(this))
{
    m_sentence->setObjectName(QStringLiteral("trace-stragglers"));
    m_sentence->setProperty("caution", true);
    m_boxes->setSpacing(kBoxGap);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_sentence);
    auto* line = new QHBoxLayout;
    line->addLayout(m_boxes);
    line->addStretch(1);
    column->addLayout(line);
    connect(&document, &Document::whatIfChanged, this, &StragglerRow::follow);
    hide();
}

void StragglerRow::show(const TraceAnalysis& analysis)
{
    while (QLayoutItem* item = m_boxes->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    m_without.clear();
    for (const WithoutStragglers& without : analysis.without)
        addBox(without, analysis);
    m_sentence->setWholeText(m_without.empty() ? QString() : sentenceOf(analysis.without));
    setVisible(!m_without.empty());
    fit();
    follow();
}

QSize StragglerRow::minimumSizeHint() const
{
    const QMargins margins = contentsMargins();
    QSize least = m_without.empty() ? QSize() : m_without.front().box->sizeHint();
    if (!m_without.empty())
        least.rheight() += 2 + m_sentence->sizeHint().height();
    return least.grownBy({margins.left(), margins.top(), margins.right(), margins.bottom()});
}

void StragglerRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void StragglerRow::fit()
{
    int room = contentsRect().width();
    for (const Box& one : m_without) {
        const int width = one.box->sizeHint().width();
        one.box->setVisible(&one == &m_without.front() || width <= room);
        room -= width + kBoxGap;
    }
}

void StragglerRow::addBox(const WithoutStragglers& without, const TraceAnalysis& analysis)
{
    const bool isOne = without.stragglers.size() == 1;
    const QString rank = QString::number(without.stragglers.front().rank.value);
    const QString who = isOne ? tr("without rank %1").arg(rank)
                              : tr("without all %1 stragglers").arg(without.stragglers.size());
    const QString share = without.makespan
                              ? differenceShare(*without.makespan, analysis.predicted->timeline->makespan)
                              : QString();
    auto* box =
        new QCheckBox(share.isEmpty() ? who : tr("%1: %2", "without rank 2, −26 %").arg(who, share), this);
    box->setObjectName(isOne ? QStringLiteral("trace-without-straggler-%1").arg(rank)
                             : QStringLiteral("trace-without-stragglers"));
    box->setToolTip(
        without.makespan
            ? tr("The step would take %1 if that were as fast as on the other ranks: check to show it")
                  .arg(microsecondsText(*without.makespan))
            : tr("What the step would take if that were as fast as on the other ranks"));
    connect(box, &QCheckBox::clicked, this, [this, whatIf = without.whatIf](bool on) { turn(whatIf, on); });
    m_boxes->addWidget(box);
    m_without.push_back({box, without.whatIf});
}

void StragglerRow::turn(const WhatIf& without, bool on)
{
    WhatIf whatIf = m_document.whatIf();
    for (const auto& [rank, factor] : without.ranks) {
        whatIf.ranks.erase(rank);
        if (on)
            whatIf.ranks[rank] = factor;
    }
    m_document.setWhatIf(whatIf);
    // Without an effect nothing tells that the box is as it was.
    follow();
}

void StragglerRow::follow()
{
    const std::map<std::uint32_t, double>& ranks = m_document.whatIf().ranks;
    for (const auto& [box, without] : m_without)
        box->setChecked(std::all_of(without.ranks.begin(), without.ranks.end(), [&](const auto& one) {
            const auto factor = ranks.find(one.first);
            return factor != ranks.end() && factor->second == one.second;
        }));
}

QString StragglerRow::sentence() const
{
    return m_sentence->wholeText();
}

} // namespace bubblescope::ui
